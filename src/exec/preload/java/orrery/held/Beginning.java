package orrery.held;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says hello, and leads the calls of clocks and waits of all classes to {@link Held}. */
public final class Beginning {
    private Beginning() {}

    /**
     * Called once, before the program's `main`.
     *
     * @param control path of the control socket
     */
    public static void begin(String control, Instrumentation instrumentation) throws Exception {
        Set<Module> ours = Set.of(Beginning.class.getModule());
        Map<String, Set<Module>> opened = Map.of(
            "sun.nio.ch", ours, "java.util", ours, "java.util.concurrent", ours);
        instrumentation.redefineModule(
            Object.class.getModule(), Set.of(), Map.of("jdk.internal.misc", ours), opened, Set.of(), Map.of());
        Entropy.seed(System.getenv("ORRERY_SEED"));
        ControlLine line = new ControlLine(control);
        Held.begin(line);
        instrumentation.addTransformer(new Rewriter(line), true);
        instrumentation.retransformClasses(loadedClasses(instrumentation));
        line.listen();
    }

    private static Class<?>[] loadedClasses(Instrumentation instrumentation) {
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (instrumentation.isModifiableClass(each) && !each.isArray() && !each.isHidden()) loaded.add(each);
        }
        return loaded.toArray(new Class<?>[0]);
    }
}
