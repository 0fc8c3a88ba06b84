package io.sluice.engine.agent;

/**
 * How long an agent that has run out of work looks for more before it sleeps, while it has reason
 * to expect some within the time of a commit. To be put to sleep and woken costs up to 50 us where
 * a core without work is halted, on each of the ways between client, loop and store (measured). An
 * agent that expects nothing never lingers, and one that did so in vain sleeps at once the next
 * times: twice as often for each time in vain, until it works again.
 */
public final class Linger {
    private static final int DOUBLINGS_MAX = 8;

    private final long lingerNs;

    /** When it ran out of work; 0: it does not linger. */
    private long fromNs;

    private int vain;
    private int sleepsLeft;

    /** For so many nanoseconds; 0 is never. */
    public Linger(final long lingerNs) {
        this.lingerNs = lingerNs;
    }

    /** There was work. */
    public void onWork() {
        if (fromNs != 0) {
            fromNs = 0;
            vain = 0;
        }
    }

    /** There is none: whether to look once more instead of sleeping. */
    public boolean isWorthwhile(final boolean isExpecting, final long nowNs) {
        if (lingerNs == 0 || !isExpecting) {
            fromNs = 0;
            return false;
        }
        if (fromNs == 0) {
            return begin(nowNs);
        }
        if (nowNs - fromNs < lingerNs) {
            return true;
        }
        fromNs = 0;
        vain = Math.min(vain + 1, DOUBLINGS_MAX);
        sleepsLeft = (1 << vain) - 1;
        return false;
    }

    private boolean begin(final long nowNs) {
        if (sleepsLeft > 0) {
            sleepsLeft--;
            return false;
        }
        fromNs = nowNs == 0 ? 1 : nowNs;
        return true;
    }
}
