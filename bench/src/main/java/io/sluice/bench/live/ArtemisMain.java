package io.sluice.bench.live;

/**
 * {@code ArtemisMain BROKER_XML}: an embedded Artemis until the process is ended. By reflection,
 * since its class path is not ours.
 */
public final class ArtemisMain {
    private static final String EMBEDDED =
            "org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ";

    private ArtemisMain() {}

    public static void main(final String[] args) throws Exception {
        final Class<?> kind = Class.forName(EMBEDDED);
        final Object broker = kind.getConstructor().newInstance();
        kind.getMethod("setConfigResourcePath", String.class).invoke(broker, args[0]);
        kind.getMethod("start").invoke(broker);
        System.out.println("ready");
    }
}
