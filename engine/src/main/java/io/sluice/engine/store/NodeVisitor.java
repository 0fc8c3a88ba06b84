package io.sluice.engine.store;

import org.agrona.DirectBuffer;

/** Is told each node of a store that was opened. */
public interface NodeVisitor {
    /**
     * One node. Address and state are the store's own and change when this returns.
     *
     * @param node its number, unsigned, from {@link StoreWriter#FIRST_NODE} on
     * @param offset of the address in the buffer, in bytes, as is its length
     */
    void onNode(int node, DirectBuffer address, int offset, int length, NodeState state);
}
