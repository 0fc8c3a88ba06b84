/**
 * The suites against a daemon that runs, beside peers that run too: load by bare sockets, whose
 * cost is part of the figures of both.
 */
package io.sluice.bench.live;
