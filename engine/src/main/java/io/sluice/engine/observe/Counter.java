package io.sluice.engine.observe;

/** Everything that is counted; a sentence each, which {@code docs/operating.md} repeats. */
public enum Counter {
    /** Connections that were accepted. */
    CONNECTIONS_ACCEPTED("connections_accepted"),
    /** Connections that have ended, whoever ended them. */
    CONNECTIONS_CLOSED("connections_closed"),
    /** Connections that were closed because the peer broke its protocol. */
    CONNECTIONS_PROTOCOL_ERROR("connections_protocol_error"),
    /** Connections that were closed because the peer was silent for too long. */
    CONNECTIONS_TIMED_OUT("connections_timed_out"),
    /** Connections that were closed because their message found no room for too long. */
    CONNECTIONS_HELD_TOO_LONG("connections_held_too_long"),
    /** Connections that were refused for what their well-formed handshake asks for. */
    CONNECTIONS_REFUSED_HANDSHAKE("connections_refused_handshake"),
    /** Connections that were refused at accept because there are as many as there may be. */
    CONNECTIONS_REFUSED_LIMIT("connections_refused_limit"),
    /** Times that accepting failed and paused; the process may be out of file descriptors. */
    CONNECTIONS_ACCEPT_FAILED("connections_accept_failed"),
    /** Connections that failed: reset or unreachable. */
    CONNECTIONS_FAILED("connections_failed"),
    /** Connections whose peer did not take what was written before the close in time. */
    CONNECTIONS_STUCK("connections_stuck"),
    /**
     * Connections that were closed because their incomplete packet stood still while others waited
     * for its memory.
     */
    CONNECTIONS_INCOMPLETE("connections_incomplete"),
    /** Connections that were closed because of an error of ours; alert on any. */
    CONNECTIONS_INTERNAL_ERROR("connections_internal_error"),
    /** Connections that were handed over to another loop. */
    CONNECTIONS_MOVED("connections_moved"),
    /** Times that a connection was not read because incomplete packets fill their memory. */
    READS_HELD_NO_MEMORY("reads_held_no_memory"),
    /** Times that a connection was not read because its peer does not take our answers. */
    READS_HELD_UNANSWERED("reads_held_unanswered"),
    /** Messages received whole from a producer, whatever became of them. */
    MESSAGES_RECEIVED("messages_received"),
    /**
     * Received messages that reached what they were for: committed, or handed to each subscriber.
     */
    MESSAGES_ACCEPTED("messages_accepted"),
    /** Received messages that were refused, and whose sender was told so. */
    MESSAGES_REFUSED("messages_refused"),
    /** Received QoS 0 and pre-settled messages that found no room at their node. */
    MESSAGES_DROPPED_NO_ROOM("messages_dropped_no_room"),
    /** Received QoS 0 and pre-settled messages that may not go where they were sent. */
    MESSAGES_DROPPED_UNWANTED("messages_dropped_unwanted"),
    /** Received messages whose connection was gone before they were committed. */
    MESSAGES_RETURNED("messages_returned"),
    /** Messages matched to a consumer. */
    MATCHED("matched"),
    /** Matched messages that the consumer settled as accepted, or took without settlement. */
    MATCHED_SETTLED("matched_settled"),
    /** Matched messages that the consumer rejected, and that went to the dead letters. */
    MATCHED_DEAD("matched_dead"),
    /** Matched messages that came back to their node unsettled. */
    MATCHED_RETURNED("matched_returned"),
    /** Matched events that were dropped because the consumer had no credit or was too slow. */
    MATCHED_DROPPED_SLOW("matched_dropped_slow"),
    /** Matched events that were dropped because the consumer's connection ended. */
    MATCHED_DROPPED_CLOSED("matched_dropped_closed"),
    /** Matched events that were dropped because the consumer does not take so large a message. */
    MATCHED_DROPPED_TOO_LARGE("matched_dropped_too_large"),
    /** Matched events that were dropped because their time was over before they could be sent. */
    MATCHED_DROPPED_EXPIRED("matched_dropped_expired"),
    /** Matched events that the consumer rejected: they have no dead letters. */
    MATCHED_DROPPED_REJECTED("matched_dropped_rejected"),
    /** Matched events that were dropped because the consumer's protocol cannot say them. */
    MATCHED_DROPPED_UNMAPPED("matched_dropped_unmapped"),
    /** Commits of the store, each one sync of the disk. */
    STORE_COMMITS("store_commits"),
    /** Records that were committed. */
    STORE_PERSISTED("store_persisted"),
    /** Records that were completed and removed. */
    STORE_COMPLETED("store_completed"),
    /** Inserts that had to wait for room in the store or at their node. */
    STORE_PARKED("store_parked"),
    /** Records whose bytes were not what was written. */
    STORE_CORRUPT("store_corrupt"),
    /** Records that a producer sent twice, and that are stored once. */
    STORE_DUPLICATES("store_duplicates"),
    /** Messages that became another protocol's and lost a part of what they said. */
    MAPPING_LOSSY("mapping_lossy"),
    /** Marks of ours that came from a source that is not trusted, and that were taken off. */
    MAPPING_MARKS_STRIPPED("mapping_marks_stripped"),
    /** Duty cycles that took longer than a loop may take. */
    LOOP_STALLS("loop_stalls"),
    /** Times that a loop woke from its sleep; an idle one does not. */
    LOOP_WAKEUPS("loop_wakeups");

    private final String label;

    Counter(final String label) {
        this.label = label;
    }

    /** Its name in the metrics, in the counter file and in the documentation. */
    public String label() {
        return label;
    }
}
