/** What every codec shares: strict UTF-8, a fast look at ASCII, byte slices, serial numbers. */
package io.sluice.codec.wire;
