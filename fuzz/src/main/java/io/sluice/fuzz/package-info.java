/** Coverage-guided targets of every decoder and guard. */
package io.sluice.fuzz;
