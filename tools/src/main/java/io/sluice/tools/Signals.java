package io.sluice.tools;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What this process does when it is signalled, until it is closed: the handlers from before hold
 * then again. A handler runs on a thread of its own for each signal. The JDK has no other way to
 * see a second signal than {@code sun.misc.Signal}, which the compiler warns of wherever it is
 * named: so it is not named.
 */
final class Signals implements AutoCloseable {
    private static final String TYPE = "sun.misc.Signal";
    private static final String HANDLER_TYPE = "sun.misc.SignalHandler";

    private final Class<?> handlerType;
    private final Class<?> signalType;
    private final Method handle;
    private final Map<Object, Object> before = new LinkedHashMap<>();

    Signals() {
        try {
            signalType = Class.forName(TYPE);
            handlerType = Class.forName(HANDLER_TYPE);
            handle = signalType.getMethod("handle", signalType, handlerType);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("a JDK without jdk.unsupported", e);
        }
    }

    /**
     * Runs this at each signal of that name, "TERM" for SIGTERM.
     *
     * @return false where the JVM keeps the signal for itself, as with -Xrs
     */
    boolean on(final String name, final Runnable action) {
        final Object handler =
                Proxy.newProxyInstance(
                        Signals.class.getClassLoader(),
                        new Class<?>[] {handlerType},
                        (proxy, method, arguments) -> onCall(proxy, method, arguments, action));
        try {
            final Object signal = signalType.getConstructor(String.class).newInstance(name);
            before.putIfAbsent(signal, handle.invoke(null, signal, handler));
            return true;
        } catch (final InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                return false;
            }
            throw new IllegalStateException(e.getCause());
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("a JDK without " + TYPE, e);
        }
    }

    /** The one method of the handler, and those of every object. */
    private static Object onCall(
            final Object proxy,
            final Method method,
            final Object[] arguments,
            final Runnable action) {
        return switch (method.getName()) {
            case "handle" -> {
                action.run();
                yield null;
            }
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "the handler of a signal";
        };
    }

    @Override
    public void close() {
        try {
            for (final Map.Entry<Object, Object> each : before.entrySet()) {
                handle.invoke(null, each.getKey(), each.getValue());
            }
        } catch (final ReflectiveOperationException e) {
            throw new IllegalStateException("a handler that was there cannot be set again", e);
        }
    }
}
