package io.sluice.engine.observe;

/**
 * Everything that is counted: its name, what it means, and why it grows and what to do then; {@code
 * docs/operating.md} and the help of the metrics repeat them.
 */
public enum Counter {
    CONNECTIONS_ACCEPTED(
            "connections_accepted",
            "Connections that were accepted.",
            "Clients come; nothing to do."),
    CONNECTIONS_CLOSED(
            "connections_closed",
            "Connections that have ended, whoever ended them.",
            "Clients go; nothing to do unless it grows as fast as connections_accepted: then"
                    + " clients reconnect in a circle, and the next rows say why."),
    CONNECTIONS_PROTOCOL_ERROR(
            "connections_protocol_error",
            "Connections that were closed because the peer broke its protocol.",
            "A client that is broken, of another protocol, or a scan of the port; look for the"
                    + " client that reconnects."),
    CONNECTIONS_TIMED_OUT(
            "connections_timed_out",
            "Connections that were closed because the peer was silent for too long.",
            "A network that lost the client, or a client that does not ping in time; look at the"
                    + " network, then at the Keep Alive or the idle time-out of the client."),
    CONNECTIONS_HELD_TOO_LONG(
            "connections_held_too_long",
            "Connections that were closed because their message found no room for too long.",
            "A queue or the store was full for longer than a message may wait; consume the queue,"
                    + " or give it or the store more room."),
    CONNECTIONS_REFUSED_HANDSHAKE(
            "connections_refused_handshake",
            "Connections that were refused for what their well-formed handshake asks for.",
            "A client asks for what is not here, or with a wrong password; look at the settings of"
                    + " the client."),
    CONNECTIONS_REFUSED_LIMIT(
            "connections_refused_limit",
            "Connections that were refused at accept because there are as many as there may be.",
            "More clients than listeners.*.max_connections; raise it if the memory is there, or"
                    + " find who opens so many."),
    CONNECTIONS_ACCEPT_FAILED(
            "connections_accept_failed",
            "Times that accepting failed and paused; the process may be out of file descriptors.",
            "The limit of open files is too low (ulimit -n, LimitNOFILE); raise it above the number"
                    + " of connections."),
    CONNECTIONS_FAILED(
            "connections_failed",
            "Connections that failed: reset or unreachable.",
            "Networks and clients that vanish; nothing to do unless it grows."),
    CONNECTIONS_STUCK(
            "connections_stuck",
            "Connections whose peer did not take what was written before the close in time.",
            "A client that does not read, or a network that lost it; nothing is lost, look at the"
                    + " client if it is always the same."),
    CONNECTIONS_INCOMPLETE(
            "connections_incomplete",
            "Connections that were closed because their incomplete packet stood still while others"
                    + " waited for its memory.",
            "Clients that send a part of a packet and no more, slowly or on purpose; look at who it"
                    + " is."),
    CONNECTIONS_INTERNAL_ERROR(
            "connections_internal_error",
            "Connections that were closed because of an error of ours; alert on any.",
            "An error of ours; the log has it, report it."),
    CONNECTIONS_MOVED(
            "connections_moved",
            "Connections that were handed over to another loop.",
            "Each client is served where its identifier lives; nothing to do."),
    READS_HELD_NO_MEMORY(
            "reads_held_no_memory",
            "Times that a connection was not read because incomplete packets fill their memory.",
            "Many large packets at once; make max_packet_size smaller, or spread the senders."),
    READS_HELD_UNANSWERED(
            "reads_held_unanswered",
            "Times that a connection was not read because its peer does not take our answers.",
            "A client that sends and does not read; look at the client."),
    LINKS_REFUSED(
            "links_refused",
            "AMQP links that were refused at attach.",
            "A client asks for an address that cannot be, or for what is not offered, such as a"
                    + " dynamic node; its log has the condition."),
    LINKS_FAILED(
            "links_failed",
            "AMQP links and sessions that were ended with an error while their connection went "
                    + "on.",
            "A client breaks a rule of its link, with a message that is too large for example; "
                    + "its log has the condition."),
    LINKS_STOLEN(
            "links_stolen",
            "AMQP links that ended because their peer attached them on another connection or"
                    + " session.",
            "Clients reconnect before their old connection is known to be lost; if it does not"
                    + " end, two clients have one container-id and the same names of links."),
    MESSAGES_RECEIVED(
            "messages_received",
            "Messages received whole from a producer, whatever became of them.",
            "Producers send; nothing to do."),
    MESSAGES_ACCEPTED(
            "messages_accepted",
            "Received messages that reached what they were for: committed, or handed to each"
                    + " subscriber.",
            "All is well; it should follow messages_received."),
    MESSAGES_REFUSED(
            "messages_refused",
            "Received messages that were refused, and whose sender was told so.",
            "A client sends to what it may not or cannot; its log has the reason code or the"
                    + " condition."),
    MESSAGES_DROPPED_NO_ROOM(
            "messages_dropped_no_room",
            "Received QoS 0 and pre-settled messages that found no room at their node.",
            "A queue is full and its sender did not want to wait; consume the queue, raise"
                    + " queues.max_*, or send with QoS 1."),
    MESSAGES_DROPPED_UNWANTED(
            "messages_dropped_unwanted",
            "Received QoS 0 and pre-settled messages that may not go where they were sent.",
            "A client sends with QoS 0 to what it may not; look at its topics."),
    MESSAGES_DROPPED_CLOSED(
            "messages_dropped_closed",
            "Received QoS 0 and pre-settled messages whose connection ended before they had a"
                    + " place.",
            "Connections end while their messages wait for room, and nobody sends them again."
                    + " Consume the queue, or send with QoS 1."),
    MESSAGES_RETURNED(
            "messages_returned",
            "Received messages whose connection was gone before they were committed.",
            "Connections end while messages are on their way; their senders send them again. Look"
                    + " at why connections end."),
    DELIVERIES_OUT(
            "deliveries_out",
            "Received messages that are on their way now, to the store or to subscribers.",
            "Work under way; if it stays high, the store or the queues are full."),
    ONCE_RECEIVED(
            "once_received",
            "Of messages_received, those whose sender awaits no answer: QoS 0, pre-settled, wills.",
            "It tells what a crash may have lost from what comes again."),
    ONCE_ACCEPTED(
            "once_accepted",
            "Of messages_accepted, those whose sender awaits no answer.",
            "It follows once_received."),
    STORED_ACCEPTED(
            "stored_accepted",
            "Messages for a queue whose commit is known where they were received.",
            "It is compared with the store's own books; nothing to do."),
    STORED_ONCE_ACCEPTED(
            "stored_once_accepted",
            "Of stored_accepted, those that were sent with QoS 0 or pre-settled.",
            "It is compared with the store's own books; nothing to do."),
    MATCHED("matched", "Messages matched to a consumer.", "Consumers get messages; nothing to do."),
    MATCHED_SETTLED(
            "matched_settled",
            "Matched messages that the consumer settled as accepted, or that nobody answers and the"
                    + " kernel has taken.",
            "All is well; it should follow matched."),
    QUEUE_MATCHED(
            "queue_matched",
            "Of matched, those of a queue, which delivers them again after a crash.",
            "Consumers get messages; nothing to do."),
    QUEUE_SETTLED(
            "queue_settled", "Of matched_settled, those of a queue.", "It follows queue_matched."),
    MATCHED_DEAD(
            "matched_dead",
            "Matched messages that the consumer rejected, and that went to the dead letters.",
            "A consumer rejects, or cannot take a message; look at the dead letters. One that was"
                    + " tried queues.max_deliveries times counts as returned, and in ledger_dead."),
    MATCHED_RETURNED(
            "matched_returned",
            "Matched messages that came back to their node unsettled.",
            "Consumers go or release; the messages are delivered again. Look at the consumers if it"
                    + " grows."),
    MATCHED_DROPPED_SLOW(
            "matched_dropped_slow",
            "Matched events that were dropped because the consumer had no credit or was too slow.",
            "A subscriber is slower than the events; make it faster, or let it consume a queue,"
                    + " which waits."),
    MATCHED_DROPPED_CLOSED(
            "matched_dropped_closed",
            "Matched events that were dropped because the consumer's connection ended before the"
                    + " kernel had them.",
            "Subscribers go while events are on their way; a queue would keep them."),
    MATCHED_DROPPED_TOO_LARGE(
            "matched_dropped_too_large",
            "Matched events that were dropped because the consumer does not take so large a"
                    + " message.",
            "A subscriber has said a maximum size; raise it there, or send less."),
    MATCHED_DROPPED_EXPIRED(
            "matched_dropped_expired",
            "Matched events that were dropped because their time was over before they could be"
                    + " sent.",
            "Messages say how long they are worth something, and their consumer is slower than"
                    + " that."),
    MATCHED_DROPPED_REJECTED(
            "matched_dropped_rejected",
            "Matched events that the consumer rejected: they have no dead letters.",
            "A subscriber rejects events; look at what it does not like."),
    MATCHED_DROPPED_UNMAPPED(
            "matched_dropped_unmapped",
            "Matched events that were dropped because the consumer's protocol cannot say them.",
            "A message cannot be said in the protocol of the subscriber; docs/mapping.md says"
                    + " which."),
    STORE_COMMITS(
            "store_commits",
            "Commits of the store, each one sync of the disk.",
            "Messages are written; each is a sync of the disk, and many messages share one."),
    STORE_PERSISTED(
            "store_persisted",
            "Records that were committed.",
            "Messages are written; nothing to do."),
    STORE_COMPLETED(
            "store_completed",
            "Records that were completed and removed.",
            "Consumers settle; what is persisted and not completed is in the store."),
    STORE_PARKED(
            "store_parked",
            "Inserts that had to wait for room in the store or at their node.",
            "A queue or the store is full, and senders wait; consume, or raise queues.max_* or"
                    + " store.max_bytes."),
    QUEUES_REFUSED(
            "queues_refused",
            "Messages for a queue that would have been one too many; their senders were told so.",
            "Clients use more names of queues than queues.max, by mistake or on purpose; look at"
                    + " their topics, or raise it."),
    STORE_CORRUPT(
            "store_corrupt",
            "Records whose bytes were not what was written.",
            "The disk or the memory changes bytes; alert on any, save the directory, and replace"
                    + " the disk."),
    STORE_DUPLICATES(
            "store_duplicates",
            "Records that a producer sent twice, and that are stored once.",
            "Producers send again what they had no answer to; nothing to do, that is what it is"
                    + " for."),
    LEDGER_PERSISTED(
            "ledger_persisted",
            "Records that were ever committed in this store.",
            "Messages are written; it goes on over all runs, as every row of the ledger does."),
    LEDGER_COMPLETED(
            "ledger_completed",
            "Of ledger_persisted, those that are gone because a consumer accepted them.",
            "Consumers settle; nothing to do."),
    LEDGER_DEAD(
            "ledger_dead",
            "Of ledger_persisted, those that went to the dead letters.",
            "Consumers reject, or messages expire; look at the dead letters."),
    LEDGER_DUPLICATES(
            "ledger_duplicates",
            "Messages that came twice and were ever stored once.",
            "Producers send again; nothing to do."),
    LEDGER_ADJUSTED(
            "ledger_adjusted",
            "What had to be added to ledger_persisted, because an open found the ledger broken.",
            "An error of ours, or a disk that changes bytes; report it if it is not 0."),
    LEDGER_PENDING(
            "ledger_pending",
            "Records that are in the queues now.",
            "What is written and not consumed; look at the consumers if it only grows."),
    LEDGER_VIOLATIONS(
            "ledger_violations",
            "Laws of the ledger that an open of the store ever found broken.",
            "An error of ours, or a disk that changes bytes; the log says which, report it."),
    EPOCHS_CLOSED(
            "epochs_closed",
            "Runs over this store whose books are closed.",
            "Each run is one; nothing to do."),
    EPOCHS_CRASHED(
            "epochs_crashed",
            "Of epochs_closed, those that a crash ended and whose counters were there.",
            "Look at why the process ended."),
    EPOCHS_UNACCOUNTED(
            "epochs_unaccounted",
            "Of epochs_closed, those that a crash ended and whose counters were gone.",
            "The machine lost its power, or somebody removed the counter file: of these runs only"
                    + " the ledger is known."),
    PAST_RECEIVED(
            "past_received",
            "Messages received, in all runs that are closed.",
            "The sum of messages_received; the rows below are where they went."),
    PAST_ACCEPTED("past_accepted", "Of past_received, those that were accepted.", "All is well."),
    PAST_RECONCILED(
            "past_reconciled",
            "Of past_received, those that the store had when a crash came before that was counted.",
            "They are in the store; a sender that had no answer sends them again."),
    PAST_REFUSED(
            "past_refused", "Of past_received, those that were refused.", "See messages_refused."),
    PAST_DROPPED(
            "past_dropped",
            "Of past_received, those that were dropped.",
            "See messages_dropped_*."),
    PAST_RETURNED(
            "past_returned",
            "Of past_received, those whose connection was gone before they were committed.",
            "See messages_returned."),
    PAST_CRASH_RETURNED(
            "past_crash_returned",
            "Of past_received, those that a crash interrupted and whose sender sends them again.",
            "QoS 1 and 2, and unsettled: a sender that comes back sends them again."),
    PAST_CRASH_LOST(
            "past_crash_lost",
            "Of past_received, those that a crash interrupted and of which nobody knows.",
            "QoS 0, pre-settled and wills: they may be lost, send with QoS 1 what may not be."),
    PAST_MATCHED(
            "past_matched",
            "Messages matched to a consumer, in all runs that are closed.",
            "The sum of matched; the rows below are where they went."),
    PAST_MATCHED_SETTLED(
            "past_matched_settled", "Of past_matched, those that were settled.", "All is well."),
    PAST_MATCHED_DEAD(
            "past_matched_dead",
            "Of past_matched, those that went to the dead letters.",
            "See matched_dead."),
    PAST_MATCHED_RETURNED(
            "past_matched_returned",
            "Of past_matched, those that came back to their node.",
            "See matched_returned."),
    PAST_MATCHED_DROPPED(
            "past_matched_dropped",
            "Of past_matched, those that were dropped.",
            "See matched_dropped_*."),
    PAST_MATCHED_CRASH_RETURNED(
            "past_matched_crash_returned",
            "Of past_matched, those of queues that a crash interrupted.",
            "Their queue delivers them again."),
    PAST_MATCHED_CRASH_LOST(
            "past_matched_crash_lost",
            "Of past_matched, events that a crash interrupted and of which nobody knows.",
            "They may be lost; a queue would deliver them again."),
    MAPPING_LOSSY(
            "mapping_lossy",
            "Messages that became another protocol's and lost a part of what they said.",
            "A message says what the other protocol has no place for; docs/mapping.md says what is"
                    + " left out."),
    MAPPING_MARKS_STRIPPED(
            "mapping_marks_stripped",
            "Marks of ours that came from a source that is not trusted, and that were taken off.",
            "A producer sends properties with names that are ours; rename them there."),
    LOOP_STALLS(
            "loop_stalls",
            "Duty cycles that took longer than a loop may take.",
            "The machine is too slow, swaps, or stops the process; look at its load before anything"
                    + " else."),
    LOOP_WAKEUPS(
            "loop_wakeups",
            "Times that a loop woke from its sleep; an idle one does not.",
            "Work to do; on an idle daemon it hardly grows.");

    private final String label;
    private final String meaning;
    private final String action;

    Counter(final String label, final String meaning, final String action) {
        this.label = label;
        this.meaning = meaning;
        this.action = action;
    }

    /** Its name in the metrics, in the counter file and in the documentation. */
    public String label() {
        return label;
    }

    /** Whether it may go down, too. */
    public boolean isGauge() {
        return this == LEDGER_PENDING || this == LEDGER_ADJUSTED || this == DELIVERIES_OUT;
    }

    /** What is counted: a sentence. */
    public String meaning() {
        return meaning;
    }

    /** Why it grows, and what an operator does then. */
    public String action() {
        return action;
    }
}
