package io.sluice.engine.broker;

import io.sluice.engine.agent.Mail;
import java.util.ArrayDeque;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One topic filter that somebody on this loop has subscribed to, and what the other loops know of
 * it. Owned by the subscribers' loop. It is added to and taken from the other loops by mail, one
 * round at a time; a subscriber is told ready when every loop has it.
 */
final class Interest {
    private final BrokerLoop broker;
    private final UnsafeBuffer filter;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>(0);

    private int subscribers;
    private boolean known;
    private int unanswered;
    private boolean wanted;

    Interest(final BrokerLoop broker, final byte[] filter) {
        this.broker = broker;
        this.filter = new UnsafeBuffer(filter);
    }

    UnsafeBuffer filter() {
        return filter;
    }

    /** One more subscriber, who is told when the filter is known everywhere. */
    void add(final Runnable onReady) {
        subscribers++;
        wanted = true;
        if (known && unanswered == 0) {
            onReady.run();
        } else {
            waiting.add(onReady);
            tell();
        }
    }

    /** One less. */
    void remove() {
        subscribers--;
        if (subscribers == 0) {
            wanted = false;
            tell();
        }
    }

    private void tell() {
        if (unanswered > 0 || known == wanted) {
            return; // goes on when the round under way is over
        }
        known = wanted;
        for (final BrokerLoop other : broker.others()) {
            unanswered++;
            other.home().mailbox().post(new Round(other, wanted));
        }
        answered();
    }

    private void answered() {
        if (unanswered > 0) {
            return;
        }
        if (known != wanted) {
            tell();
        }
        while (known && unanswered == 0 && !waiting.isEmpty()) {
            waiting.poll().run();
        }
        if (!known && unanswered == 0 && subscribers == 0) {
            broker.forget(this);
        }
    }

    /** Tells one other loop, and comes back; made when needed, since subscribing is rare. */
    private final class Round extends Mail {
        private final BrokerLoop other;
        private final boolean add;
        private boolean answered;

        private Round(final BrokerLoop other, final boolean add) {
            this.other = other;
            this.add = add;
        }

        @Override
        protected void onArrival() {
            if (answered) {
                unanswered--;
                answered();
            } else {
                other.onInterest(filter, broker.home().index(), add);
                answered = true;
                broker.home().mailbox().post(this);
            }
        }
    }
}
