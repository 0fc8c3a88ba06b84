package io.sluice.engine.broker;

import io.sluice.engine.agent.Mail;
import io.sluice.engine.link.Delivery;
import io.sluice.engine.link.Outcome;
import io.sluice.engine.link.Outgoing;
import io.sluice.engine.link.Receiver;
import io.sluice.engine.link.SlabPool;
import org.agrona.DirectBuffer;

/**
 * One event on one loop: its bytes are those of the loop where it arrived, and stay until every
 * loop has no more use for them. The one at home counts the others; each counts its consumers. No
 * counting is shared between threads, and only the home loop frees.
 */
final class Parcel extends Mail implements Outgoing {
    private final BrokerLoop loop;

    /** The one at home, which is this where it arrived. */
    private final Parcel home;

    /** Of the one at home: those on other loops, by their number; made when first needed. */
    private final Parcel[] abroad;

    /** Who sent it; on other loops nobody, because nobody there is the same client. */
    private Receiver producer;

    private boolean goingHome;
    private int slab = SlabPool.NONE;
    private int length;

    /** Consumers and, at home, loops that still need the bytes; one more while it is matched. */
    private int holders;

    Parcel(final BrokerLoop loop, final int loops) {
        this.loop = loop;
        this.home = this;
        this.abroad = new Parcel[loops];
    }

    private Parcel(final BrokerLoop loop, final Parcel home) {
        this.loop = loop;
        this.home = home;
        this.abroad = null;
    }

    /** At home: takes the delivery's bytes over, and one hold on itself. */
    void begin(final Delivery delivery) {
        length = delivery.length();
        producer = delivery.owner();
        slab = delivery.surrenderSlab();
        holders = 0;
        loop.pin(length);
        retain();
    }

    /** At home: sends it to another loop. */
    void sendTo(final BrokerLoop other) {
        final int index = other.home().index();
        if (abroad[index] == null) {
            abroad[index] = new Parcel(other, this);
        }
        final Parcel there = abroad[index];
        retain();
        there.slab = slab;
        there.length = length;
        there.holders = 0;
        there.goingHome = false;
        other.home().mailbox().post(there);
    }

    @Override
    protected void onArrival() {
        if (goingHome) {
            home.written();
        } else {
            loop.pin(length);
            retain();
            loop.onParcel(this);
            written();
        }
    }

    Receiver producer() {
        return producer;
    }

    /** One more needs the bytes. */
    void retain() {
        holders++;
    }

    @Override
    public void written() {
        assert holders > 0;
        holders--;
        if (holders == 0) {
            over();
        }
    }

    private void over() {
        loop.unpin(length);
        if (home == this) {
            loop.home().slabs().free(slab);
            slab = SlabPool.NONE;
            producer = null;
            loop.home().madeRoom();
            loop.parcelFree(this);
        } else {
            goingHome = true;
            home.loop.home().mailbox().post(this);
        }
    }

    /** Nobody waits for it: the parcel may carry another event by now. */
    @Override
    public void settle(final Outcome outcome) {
        assert outcome != Outcome.PENDING;
    }

    @Override
    public DirectBuffer buffer() {
        return home.loop.home().slabs().buffer();
    }

    @Override
    public int offset() {
        return slab;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public long sequence() {
        return 0;
    }

    @Override
    public int deliveryCount() {
        return 0;
    }

    @Override
    public boolean isRedelivered() {
        return false;
    }
}
