/**
 * What must hold for any input, said once for all targets. Nothing here knows a protocol: a {@link
 * io.sluice.fuzz.law.Reader} stands between the laws and a decoder.
 */
package io.sluice.fuzz.law;
