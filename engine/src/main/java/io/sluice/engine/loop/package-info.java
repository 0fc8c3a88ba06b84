/** Sockets, and the loops that own them. */
package io.sluice.engine.loop;
