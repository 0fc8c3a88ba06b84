package io.sluice.engine.amqp;

import io.sluice.codec.amqp.AmqpError;
import io.sluice.codec.amqp.DispositionEncoder;
import io.sluice.codec.amqp.Role;
import java.util.Arrays;

/**
 * What became of the unsettled deliveries of a link, told in the order in which they came (part 2
 * section 2.7.6), as many at once as have one outcome and follow each other.
 */
final class InboundSettlements {
    /** What the sender is told. */
    enum Answer {
        PENDING,
        ACCEPTED,
        RELEASED,
        FAILED,
        REJECTED,
        UNREADABLE,
        UNKNOWN_FORMAT,
        ONE_TOO_MANY;

        boolean isAccepted() {
            return this == ACCEPTED;
        }
    }

    private static final int CAPACITY = 8;

    private final AmqpSession session;
    private int[] deliveryIds = new int[CAPACITY];
    private Answer[] answers = new Answer[CAPACITY];

    /** Ever growing; the places are these modulo the capacity, a power of two. */
    private long head;

    private long tail;

    InboundSettlements(final AmqpSession session) {
        this.session = session;
    }

    int count() {
        return (int) (tail - head);
    }

    /** A delivery has come; returns what to call it. */
    long add(final int deliveryId) {
        if (count() == answers.length) {
            grow();
        }
        final int place = place(tail);
        deliveryIds[place] = deliveryId;
        answers[place] = Answer.PENDING;
        return tail++;
    }

    private int place(final long number) {
        return (int) number & answers.length - 1;
    }

    private void grow() {
        final int capacity = answers.length << 1;
        final int[] newIds = new int[capacity];
        final Answer[] newAnswers = new Answer[capacity];
        for (long i = head; i < tail; i++) {
            newIds[(int) i & capacity - 1] = deliveryIds[place(i)];
            newAnswers[(int) i & capacity - 1] = answers[place(i)];
        }
        deliveryIds = newIds;
        answers = newAnswers;
    }

    void decide(final long number, final Answer answer) {
        assert number >= head && number < tail && answer != Answer.PENDING;
        answers[place(number)] = answer;
    }

    /** Tells what is decided and has nothing undecided before it; returns how many were refused. */
    int flush() {
        int refused = 0;
        while (head < tail && answers[place(head)] != Answer.PENDING) {
            final Answer answer = answers[place(head)];
            final int first = deliveryIds[place(head)];
            int last = first;
            long end = head + 1;
            while (end < tail
                    && answers[place(end)] == answer
                    && deliveryIds[place(end)] == last + 1) {
                last++;
                end++;
            }
            refused += answer.isAccepted() ? 0 : (int) (end - head);
            head = end;
            write(answer, first, last);
        }
        return refused;
    }

    private void write(final Answer answer, final int first, final int last) {
        final Codec codec = session.connection().server().codec();
        final DispositionEncoder disposition =
                codec.dispositionOut
                        .clear()
                        .channel(session.channel())
                        .role(Role.RECEIVER)
                        .first(first)
                        .last(last)
                        .settled(true);
        switch (answer) {
            case ACCEPTED -> disposition.state().accepted();
            case RELEASED -> disposition.state().released();
            case FAILED -> disposition.state().modified(true, false);
            case REJECTED -> disposition.state().rejected();
            case UNREADABLE -> disposition.state().rejected().condition(AmqpError.DECODE_ERROR);
            case UNKNOWN_FORMAT ->
                    disposition.state().rejected().condition(AmqpError.NOT_IMPLEMENTED);
            case ONE_TOO_MANY ->
                    disposition.state().rejected().condition(AmqpError.RESOURCE_LIMIT_EXCEEDED);
            case PENDING -> throw new AssertionError(answer);
        }
        session.writer().frame(codec.dispositionFrame);
    }

    /** The link is over: forgets all; returns how many were refused and not told. */
    int clear() {
        int refused = 0;
        for (; head < tail; head++) {
            final Answer answer = answers[place(head)];
            refused += answer == Answer.PENDING || answer.isAccepted() ? 0 : 1;
        }
        Arrays.fill(answers, null);
        return refused;
    }
}
