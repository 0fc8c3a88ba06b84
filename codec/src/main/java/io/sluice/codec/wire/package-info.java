/** What every codec shares: strict UTF-8, byte slices, serial numbers. */
package io.sluice.codec.wire;
