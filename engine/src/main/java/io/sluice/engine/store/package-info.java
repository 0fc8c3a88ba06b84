/**
 * What a store must do, and the two agents that use it: {@link io.sluice.engine.store.StoreLoop}
 * writes, {@link io.sluice.engine.store.StoreReader} reads, nobody else touches it.
 */
package io.sluice.engine.store;
