/** Targets of what all protocols share on the wire. */
package io.sluice.fuzz.wire;
