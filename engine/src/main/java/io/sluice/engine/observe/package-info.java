/** Whatever is lost, refused or held has a counter, and the counter has a sentence. */
package io.sluice.engine.observe;
