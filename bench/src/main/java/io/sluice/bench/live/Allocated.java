package io.sluice.bench.live;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The exact bytes that the daemon's own threads have allocated. The management agent that tells
 * them runs on threads of its own, which do not count.
 */
final class Allocated implements AutoCloseable {
    private static final String OURS = "sluice-";

    private final JMXConnector connector;
    private final ThreadMXBean threads;

    Allocated(final Child daemon) throws IOException {
        final VirtualMachine machine;
        try {
            machine = VirtualMachine.attach(Long.toString(daemon.pid()));
        } catch (final AttachNotSupportedException e) {
            throw new IOException("the daemon cannot be attached to: " + e.getMessage(), e);
        }
        try {
            connector =
                    JMXConnectorFactory.connect(
                            new JMXServiceURL(machine.startLocalManagementAgent()));
        } finally {
            machine.detach();
        }
        threads =
                ManagementFactory.newPlatformMXBeanProxy(
                        connector.getMBeanServerConnection(),
                        ManagementFactory.THREAD_MXBEAN_NAME,
                        ThreadMXBean.class);
    }

    long bytes() throws IOException {
        final long[] ids =
                Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                        .filter(info -> info != null && info.getThreadName().startsWith(OURS))
                        .mapToLong(ThreadInfo::getThreadId)
                        .toArray();
        if (ids.length == 0) {
            throw new IOException("the daemon has no thread called " + OURS);
        }
        return Arrays.stream(threads.getThreadAllocatedBytes(ids)).sum();
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
