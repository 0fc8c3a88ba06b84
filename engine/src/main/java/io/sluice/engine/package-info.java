/** The daemon between its codecs and its stores. */
package io.sluice.engine;
