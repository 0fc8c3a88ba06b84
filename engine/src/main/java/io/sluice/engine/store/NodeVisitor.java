package io.sluice.engine.store;

import org.agrona.DirectBuffer;

/** Is told each node of a store that was opened. */
public interface NodeVisitor {
    void onNode(int node, DirectBuffer address, int offset, int length, NodeState state);
}
