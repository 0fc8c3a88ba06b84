/** The AMQP 1.0 codec against a plain reference and against Qpid protonj2. */
package io.sluice.fuzz.proton;
