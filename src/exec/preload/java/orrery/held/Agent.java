package orrery.held;

import java.lang.instrument.Instrumentation;

/**
 * Begins before the program of a JVM that `orrery exec --virtual-time` has started. Compiled for Java 8, so that an
 * older Java goes on without being held instead of ending.
 */
public final class Agent {
    /** The first Java with Unix sockets in its library. */
    private static final int OLDEST = 17;
    /** Exit code of a process that cannot be held. Source: EX_UNAVAILABLE of sysexits.h. */
    private static final int UNAVAILABLE = 69;

    private Agent() {}

    public static void premain(String options, Instrumentation instrumentation) {
        String control = System.getenv("ORRERY_CONTROL");
        if (control == null || !control.startsWith("unix:") || !"1".equals(System.getenv("ORRERY_VIRTUAL_TIME"))) return;
        String version = System.getProperty("java.specification.version");
        if (version.startsWith("1.") || Integer.parseInt(version) < OLDEST) {
            System.err.println("orrery exec: Java " + version + " is not held: its clock is the wall's; Java 17 and newer are held");
            return;
        }
        try {
            Class<?> beginning = Class.forName("orrery.held.Beginning");
            beginning.getMethod("begin", String.class, Instrumentation.class)
                .invoke(null, control.substring("unix:".length()), instrumentation);
        } catch (Throwable failure) {
            System.err.println("orrery exec: this Java (" + System.getProperty("java.version") + ") cannot be held:");
            failure.printStackTrace();
            Runtime.getRuntime().halt(UNAVAILABLE);
        }
    }
}
