/** The sluice command. */
package io.sluice.tools;
