/** What a thread of the daemon is, how threads meet, and what the time is. */
package io.sluice.engine.agent;
