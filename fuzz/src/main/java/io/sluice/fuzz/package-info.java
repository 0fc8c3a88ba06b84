/**
 * Coverage-guided targets of every decoder and guard: the list of {@link io.sluice.fuzz.Targets},
 * the entry that Jazzer calls, the run that starts it, and a drill that needs no Jazzer.
 */
package io.sluice.fuzz;
