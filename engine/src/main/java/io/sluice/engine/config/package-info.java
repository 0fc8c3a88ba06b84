/** What an operator can say: records that cannot be wrong. */
package io.sluice.engine.config;
