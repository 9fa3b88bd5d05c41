package orrery.held;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;

/** Has each class edited when it is loaded. A class that cannot be read stays as it is, and is named. */
final class Rewriter implements ClassFileTransformer {
    /** Our own classes wait by the library's calls, and what reflection makes calls for us. */
    private static final String[] SPARED = {"orrery/held/", "jdk/internal/reflect/", "java/lang/invoke/", "jdk/internal/misc/Unsafe"};

    private final ControlLine line;

    Rewriter(ControlLine line) {
        this.line = line;
    }

    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (name == null) return null;
        for (String spared : SPARED) if (name.startsWith(spared)) return null;
        try {
            return new ClassFile(bytes).edited();
        } catch (RuntimeException unread) {
            line.sayUnsupported(name.replace('/', '.'), "its class file could not be read, and its waits keep the time of the wall");
            return null;
        }
    }
}
