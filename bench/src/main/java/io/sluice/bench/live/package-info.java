/**
 * Load against a daemon that runs, by bare sockets: what the clients cost is part of the figure.
 */
package io.sluice.bench.live;
