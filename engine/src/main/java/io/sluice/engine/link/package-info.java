/**
 * What moves, and how: deliveries over links, from a source to a target, each coming home with an
 * outcome. Protocols and faces meet here and nowhere else.
 */
package io.sluice.engine.link;
