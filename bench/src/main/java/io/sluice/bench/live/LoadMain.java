package io.sluice.bench.live;

import java.io.IOException;
import java.net.InetSocketAddress;

/** {@code LoadMain PORT TOPIC PUBLISHERS WINDOW BYTES MESSAGES}: one line with the rate. */
public final class LoadMain {
    private LoadMain() {}

    public static void main(final String[] args) throws IOException {
        final MqttLoad.Plan plan =
                new MqttLoad.Plan(
                        new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])),
                        args[1],
                        Integer.parseInt(args[2]),
                        Integer.parseInt(args[3]),
                        Integer.parseInt(args[4]),
                        Long.parseLong(args[5]));
        try (MqttLoad load = new MqttLoad(plan)) {
            final long ns = load.run();
            System.out.printf(
                    "%,.0f msg/s, ack p50 %,.0f us, p99 %,.0f us, refused %d%n",
                    plan.messages() * 1e9 / ns,
                    load.ackNs().getValueAtPercentile(50) / 1e3,
                    load.ackNs().getValueAtPercentile(99) / 1e3,
                    load.refused());
        }
    }
}
