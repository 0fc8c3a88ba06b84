/** The engine's stores on LMDB. */
package io.sluice.store.lmdb;
