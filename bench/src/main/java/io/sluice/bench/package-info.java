/** JMH suites of every hot path, with their peers in the same run. */
package io.sluice.bench;
