/** What other implementations judge otherwise, and why. */
package io.sluice.fuzz.differential;
