package orrery.held;

import java.lang.reflect.Field;
import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.misc.Unsafe;

/**
 * Entropy from the seed of the run: `SecureRandom` and with it `UUID.randomUUID`, `ThreadLocalRandom`, and the order of
 * `Set.of` and `Map.of`. `Random` and `Math.random` take theirs from the clock. Each `SecureRandom` is a stream of its own,
 * which the class that made it and the ones made there before determine: how often TLS draws does not change the ids
 * of orders.
 */
final class Entropy {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final Map<String, Integer> STREAMS = new HashMap<>();
    private static long seed;

    private Entropy() {}

    static void seed(String text) throws ReflectiveOperationException {
        seed = text == null ? 0 : Long.parseLong(text);
        // The library has drawn both before any program can have seen them.
        Class<?> immutable = Class.forName("java.util.ImmutableCollections");
        Unsafe unsafe = Unsafe.getUnsafe();
        Field salt = immutable.getDeclaredField("SALT32L");
        unsafe.putLong(unsafe.staticFieldBase(salt), unsafe.staticFieldOffset(salt), (seed * GOLDEN) >>> 32);
        Field reverse = immutable.getDeclaredField("REVERSE");
        unsafe.putBoolean(unsafe.staticFieldBase(reverse), unsafe.staticFieldOffset(reverse), seed % 2 == 0);
        Field seeder = ThreadLocalRandom.class.getDeclaredField("seeder");
        seeder.setAccessible(true);
        ((AtomicLong) seeder.get(null)).set(seed);
        Security.insertProviderAt(new Seeded(), 1);
    }

    private static final class Seeded extends Provider {
        private static final String KIND = "SecureRandom";

        Seeded() {
            super("Orrery", "1", "entropy from the seed of a run");
            putService(new Service(this, KIND, "Seeded", Stream.class.getName(), null, null) {
                @Override
                public Object newInstance(Object parameter) {
                    return new Stream();
                }
            });
        }
    }

    private static final class Stream extends SecureRandomSpi {
        private final SplittableRandom random;

        Stream() {
            String maker = maker();
            int number;
            synchronized (STREAMS) {
                number = STREAMS.getOrDefault(maker, 0) + 1;
                STREAMS.put(maker, number);
            }
            random = new SplittableRandom(seed + GOLDEN * (31L * maker.hashCode() + number));
        }

        /** The class that makes this one, without those that make it on the way. */
        private static String maker() {
            for (StackTraceElement each : new Throwable().getStackTrace()) {
                String name = each.getClassName();
                if (!name.startsWith("java.security.") && !name.startsWith("orrery.held.")) return name;
            }
            return "";
        }

        @Override
        protected void engineSetSeed(byte[] ignored) {}

        @Override
        protected synchronized void engineNextBytes(byte[] bytes) {
            random.nextBytes(bytes);
        }

        @Override
        protected byte[] engineGenerateSeed(int count) {
            byte[] bytes = new byte[count];
            engineNextBytes(bytes);
            return bytes;
        }
    }
}
