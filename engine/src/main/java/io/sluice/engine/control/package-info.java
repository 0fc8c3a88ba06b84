/** What the daemon says about itself: its administration over HTTP, and its lines of log. */
package io.sluice.engine.control;
