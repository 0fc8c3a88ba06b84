package io.sluice.engine.store;

import io.sluice.engine.observe.Counter;

/**
 * What the durable books say, in the order of their row. The first are the ledger, which every
 * commit keeps with the records themselves; then the run under way, which is an epoch; then the
 * sums over all epochs that are closed.
 */
public enum BooksEntry {
    /** Records that were ever committed. */
    PERSISTED(Counter.LEDGER_PERSISTED),
    /** Of them, those that are gone because a consumer accepted them. */
    COMPLETED(Counter.LEDGER_COMPLETED),
    /** Of them, those that went to the dead letters. */
    DEAD(Counter.LEDGER_DEAD),
    /** Records that came twice and were stored once. */
    DUPLICATES(Counter.LEDGER_DUPLICATES),
    /** Of the persisted and the duplicates, those whose sender awaits no answer. */
    ONCE(null),
    /** What had to be added to the persisted, since the law was broken at an open; signed. */
    ADJUSTED(Counter.LEDGER_ADJUSTED),

    /** The number of the run under way, or of the last one. */
    EPOCH(null),
    /** 1 while it is not closed. */
    EPOCH_OPEN(null),
    EPOCH_START_MS(null),
    /** Persisted and duplicates when it began. */
    EPOCH_STORED(null),
    /** Those whose sender awaits no answer, when it began. */
    EPOCH_ONCE(null),

    RECEIVED(Counter.PAST_RECEIVED),
    ACCEPTED(Counter.PAST_ACCEPTED),
    /** Accepted too: the store had them when a crash came, and nobody had counted it. */
    RECONCILED(Counter.PAST_RECONCILED),
    REFUSED(Counter.PAST_REFUSED),
    DROPPED(Counter.PAST_DROPPED),
    RETURNED(Counter.PAST_RETURNED),
    /** A crash came, and their senders send them again. */
    CRASH_RETURNED(Counter.PAST_CRASH_RETURNED),
    /** A crash came, and nobody knows. */
    CRASH_LOST(Counter.PAST_CRASH_LOST),

    MATCHED(Counter.PAST_MATCHED),
    MATCHED_SETTLED(Counter.PAST_MATCHED_SETTLED),
    MATCHED_DEAD(Counter.PAST_MATCHED_DEAD),
    MATCHED_RETURNED(Counter.PAST_MATCHED_RETURNED),
    MATCHED_DROPPED(Counter.PAST_MATCHED_DROPPED),
    /** A crash came, and their queue delivers them again. */
    MATCHED_CRASH_RETURNED(Counter.PAST_MATCHED_CRASH_RETURNED),
    /** Events that were on their way when a crash came: nobody knows. */
    MATCHED_CRASH_LOST(Counter.PAST_MATCHED_CRASH_LOST),

    /** Epochs that are closed, in whatever way. */
    EPOCHS_CLOSED(Counter.EPOCHS_CLOSED),
    /** Of them, those that a crash ended, and whose counters were there. */
    EPOCHS_CRASHED(Counter.EPOCHS_CRASHED),
    /** Of them, those whose counters were gone: of them only the ledger is known. */
    EPOCHS_UNACCOUNTED(Counter.EPOCHS_UNACCOUNTED),
    /** Laws that were found broken at an open. */
    VIOLATIONS(Counter.LEDGER_VIOLATIONS);

    private final Counter mirror;

    BooksEntry(final Counter mirror) {
        this.mirror = mirror;
    }

    /** Where a running daemon shows it, or null. */
    public Counter mirror() {
        return mirror;
    }
}
