package io.sluice.engine.mqtt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client may subscribe to, and how it is answered. */
class ServerSessionSubscribeTest {
    private final FakeLoop loop = newLoop();
    private final FakeClient client = loop.client();

    /** What arrives in other pieces is to have the same effect. */
    FakeLoop newLoop() {
        return new FakeLoop();
    }

    @AfterEach
    void everythingComesHome() {
        if (!client.wire.closed) {
            client.drops();
        }
        loop.expectsComplete();
        assertTrue(loop.directory.sources.stream().allMatch(each -> each.closed));
    }

    @Test
    void grantsWhatIsAskedFor() {
        client.connected("a")
                .sends("82 .. 00 01 () 'a' 00 'b' 01 'c/+/#' 02")
                .expects("90 .. 00 01 () 00 01 02");
        loop.client()
                .connected311("b")
                .sends("82 .. 00 01 'a' 00 'b' 01 '#' 02")
                .expects("90 05 00 01 00 01 02")
                .drops();
    }

    @Test
    void answersWhenEveryFilterIsHeardOfEverywhere() {
        loop.directory.readyAtOnce = false;
        client.connected("a")
                .sends("82 .. 00 01 () 'a' 00 'queues/q' 01 'b' 01", "C0 00")
                .expects("D0 00");
        assertEquals(0, loop.directory.source("queues/q").demand);
        loop.directory.source("b").onReady.run();
        client.expectsNothing();
        loop.directory.source("a").onReady.run();
        client.expects("90 .. 00 01 () 00 01 01");
        assertEquals(8, loop.directory.source("a").demand);
        assertEquals(8, loop.directory.source("queues/q").demand);
    }

    @Test
    void letsASecondSubscribeWaitForTheFirst() {
        loop.directory.readyAtOnce = false;
        client.connected("a")
                .sends("82 .. 00 01 () 'a' 00", "82 .. 00 02 () 'a' 01")
                .expectsNothing();
        assertEquals(1, loop.directory.sources.size());
        loop.directory.source("a").onReady.run();
        client.expects("90 .. 00 01 () 00", "90 .. 00 02 () 01");
    }

    @Test
    void answersASubscribeWhoseFilterIsGoneAgain() {
        loop.directory.readyAtOnce = false;
        client.connected("a")
                .sends("82 .. 00 01 () 'a' 00", "A2 .. 00 02 () 'a'")
                .expects("B0 .. 00 02 () 00", "90 .. 00 01 () 00");
        assertTrue(loop.directory.sources.get(0).closed);
        loop.directory.sources.get(0).onReady.run();
        client.expectsNothing();
    }

    @Test
    void survivesAnAnswerThatComesTooLate() {
        loop.directory.readyAtOnce = false;
        client.connected("a").sends("82 .. 00 01 () 'a' 00").drops();
        loop.directory.sources.get(0).onReady.run();
        client.expectsNothing();
    }

    @Test
    void refusesBrokenFiltersOneByOne() { // peers 40
        client.connected("a")
                .sends("82 .. 00 01 () 'good' 01 'a/#/b' 00 'a#' 00 'b' 02")
                .expects("90 .. 00 01 () 01 8F 8F 02")
                .sends("82 .. 00 02 () 'a+/b' 00 '' 00 '$share/g' 00 '$share//a' 00")
                .expects("90 .. 00 02 () 8F 8F 8F 8F")
                .sends("82 .. 00 03 () '$share/g+/a' 00 '$share/g/' 00 '$share/g/a' 00")
                .expects("90 .. 00 03 () 8F 8F 9E");
        loop.client()
                .connected311("b")
                .sends("82 .. 00 01 'a#' 00 'b' 01 'queues/#' 00")
                .expects("90 05 00 01 80 01 80")
                .drops();
    }

    @Test
    void letsNoWildcardReachAQueue() {
        client.connected("a")
                .sends("82 .. 00 01 () 'queues/#' 00 'queues/+' 01 'queues/q' 01 'queues/' 01")
                .expects("90 .. 00 01 () A2 A2 01 8F");
    }

    @Test
    void refusesBrokenSubscribes() { // peers 3, 29, 39
        final String[][] cases = {
            {"80 .. 00 01 () 'a' 00", "81"},
            {"A0 .. 00 01 () 'a'", "81"},
            {"60 02 00 01", "81"},
            {"82 .. 00 01 ()", "82"}, // no filter
            {"82 .. 00 00 () 'a' 00", "82"}, // no packet identifier
            {"82 .. 00 01 () 'a' C0", "81"}, // reserved bits
            {"82 .. 00 01 () 'a' 03", "82"}, // QoS 3
            {"82 .. 00 01 () 'a' 30", "82"}, // retain handling 3
            {"82 .. 00 01 () '$share/g/a' 04", "82"}, // No Local
            {"82 .. 00 01 (0B 00) 'a' 00", "82"}, // Subscription Identifier 0
            {"82 .. 00 01 (0B 01 0B 02) 'a' 00", "82"}, // two of them
            {"A2 .. 00 01 ()", "82"},
        };
        for (final String[] each : cases) {
            final FakeClient peer = loop.client().connected("b");
            peer.sends(each[0], "C0 00").expects("E0 01 " + each[1]).expectsClosed();
        }
        loop.client()
                .connected311("c")
                .sends("82 .. 00 01 'a' 03")
                .expectsNothing()
                .expectsClosed();
    }

    @Test
    void keepsToItsCaps() {
        client.connected("a")
                .sends("82 .. 00 01 () 'a' 00 'b' 00 'c' 00 'd' 00 'e' 00") // five filters
                .expects("90 .. 00 01 () 97 97 97 97 97")
                .sends("82 .. 00 02 () 'a/b/c/d/e/f/g/h/i' 00")
                .expects("90 .. 00 02 () 97")
                .sends("82 .. 00 03 () 'a' 00 'b' 00 'c' 00 'd' 00")
                .expects("90 .. 00 03 () 00 00 00 00")
                .sends("82 .. 00 04 () 'e' 00 'f' 00 'g' 00 'a' 01") // the seventh
                .expects("90 .. 00 04 () 00 00 97 01")
                .sends("A2 .. 00 05 () 'a' 'b' 'c' 'd' 'e'")
                .expects("B0 .. 00 05 () 83 83 83 83 83");
    }

    @Test
    void replacesASubscriptionToTheSameFilter() {
        client.connected("a")
                .sends("82 .. 00 01 (0B 01) 'a' 00")
                .expects("90 .. 00 01 () 00")
                .sends("82 .. 00 02 (0B 02) 'a' 01")
                .expects("90 .. 00 02 () 01");
        assertEquals(1, loop.directory.sources.size());
        assertFalse(loop.directory.sources.get(0).closed);
        loop.client().connected("b").sends("32 .. 'a' 00 01 () `x`").drops();
        client.expects("32 .. 'a' 00 01 (0B 02) `x`");
    }

    @Test
    void unsubscribes() { // peers 41
        client.connected("a")
                .sends("82 .. 00 01 () 'a' 00 'b' 00", "A2 .. 00 02 () 'a' 'x' 'a#'")
                .expects("90 .. 00 01 () 00 00", "B0 .. 00 02 () 00 11 8F");
        assertTrue(loop.directory.sources.get(0).closed);
        assertFalse(loop.directory.sources.get(1).closed);
        loop.client()
                .connected311("b")
                .sends("82 .. 00 01 'a' 00", "A2 .. 00 02 'a' 'x'")
                .expects("90 03 00 01 00", "B0 02 00 02")
                .drops();
    }

    @Test
    void refusesWhatOnlyAServerSends() {
        client.connected("a").sends("90 .. 00 01 () 00").expects("E0 01 82").expectsClosed();
        loop.client().connected("b").sends("D0 00").expects("E0 01 82").expectsClosed();
        loop.client().connected("c").sends("C0 01 00").expects("E0 01 81").expectsClosed();
    }
}
