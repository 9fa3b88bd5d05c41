package orrery.held;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jdk.internal.misc.Unsafe;

/**
 * Simulated time of this process. The calls that read clocks and that wait until a time lead here. A wait until a time
 * becomes one without an end and a {@link Deadline}, which the sandbox lets come when the whole program sleeps.
 */
public final class Held {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_MILLI = 1_000;
    private static final long MICROS_PER_SECOND = 1_000_000;
    /** The largest number that every reader of JSON keeps exactly. */
    private static final long SAFE_INTEGER = (1L << 53) - 1;

    /** Microseconds since 1970: the present, and the last instant of the window. */
    private static volatile long now;
    private static long last;
    private static ControlLine line;
    private static Method select;
    private static Method poll;

    private Held() {}

    /** Takes the time from the answer to hello. */
    static void begin(ControlLine control) throws ReflectiveOperationException {
        line = control;
        String answer = control.next();
        now = ControlLine.numberIn(answer, "now");
        last = ControlLine.numberIn(answer, "last");
        select = Class.forName("sun.nio.ch.SelectorImpl").getDeclaredMethod("doSelect", Consumer.class, long.class);
        select.setAccessible(true);
        poll = Class.forName("sun.nio.ch.Net").getDeclaredMethod("poll", FileDescriptor.class, int.class, long.class);
        poll.setAccessible(true);
    }

    /** Handles a line of the sandbox: the time, or the question until when the process waits. */
    static void hear(String text) {
        long told = ControlLine.numberIn(text, "now");
        if (told >= 0) {
            now = Math.max(now, told);
            Deadline.wakeFirst(now);
        }
        long question = ControlLine.numberIn(text, "ask");
        if (question >= 0) answer(question);
    }

    private static void answer(long question) {
        long until = Deadline.first();
        try {
            line.say("{\"say\":\"idle\",\"epoch\":" + question + ",\"connections\":[],\"now\":" + now + ",\"until\":"
                + (until > SAFE_INTEGER ? "null" : Long.toString(until)) + "}");
        } catch (IOException gone) {
            // The thread that reads the line finds its end.
        }
    }

    // Clocks

    public static long nanoTime() {
        return now * NANOS_PER_MICRO;
    }

    public static long currentTimeMillis() {
        return now / MICROS_PER_MILLI;
    }

    /** What `Clock` and `Instant` ask: nanoseconds since a second. Source: jdk.internal.misc.VM. */
    public static long getNanoTimeAdjustment(long offsetInSeconds) {
        long seconds = now / MICROS_PER_SECOND - offsetInSeconds;
        return seconds * MICROS_PER_SECOND * NANOS_PER_MICRO + now % MICROS_PER_SECOND * NANOS_PER_MICRO;
    }

    // Waits

    public static void sleep(long millis) throws InterruptedException {
        sleepNanos(nanos(millis));
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        sleepNanos(Math.max(nanos(millis), nanos(millis) + nanos));
    }

    public static void sleep(Duration duration) throws InterruptedException {
        long seconds = duration.getSeconds();
        boolean isLong = seconds > Long.MAX_VALUE / NANOS_PER_MILLI / MICROS_PER_MILLI - 1;
        sleepNanos(isLong ? Long.MAX_VALUE : Math.max(0, duration.toNanos()));
    }

    /** A permit to go on that another thread gives during a sleep is kept for afterwards. */
    private static void sleepNanos(long nanos) throws InterruptedException {
        if (nanos < 0) throw new IllegalArgumentException("timeout value is negative");
        if (keepsOwnTime()) {
            Thread.sleep(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
            return;
        }
        boolean hasPermit = false;
        Thread thread = Thread.currentThread();
        Deadline deadline = new Unparking(after(nanos));
        try {
            while (!deadline.isOver()) {
                if (Thread.interrupted()) throw new InterruptedException("sleep interrupted");
                LockSupport.park(deadline);
                hasPermit |= !deadline.isOver() && !thread.isInterrupted();
            }
        } finally {
            deadline.leave();
            if (hasPermit) LockSupport.unpark(thread);
        }
    }

    public static void wait(Object lock, long millis) throws InterruptedException {
        if (millis <= 0 || keepsOwnTime()) {
            lock.wait(millis);
            return;
        }
        Deadline deadline = new Interrupting(after(nanos(millis)));
        try {
            lock.wait();
            if (deadline.leave()) takeInterruptBack();
        } catch (InterruptedException interrupted) {
            if (!deadline.leave()) throw interrupted;
            takeInterruptBack();
        } finally {
            deadline.leave();
        }
    }

    /** An interrupt also gives the thread a permit to go on at its next park. */
    private static void takeInterruptBack() {
        Thread.interrupted();
        UNSAFE.park(false, 1);
    }

    public static void wait(Object lock, long millis, int nanos) throws InterruptedException {
        wait(lock, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
    }

    /** A park may end without a reason; its callers look again. */
    public static void park(Object unsafe, boolean isAbsolute, long time) {
        if ((!isAbsolute && time == 0) || keepsOwnTime()) {
            UNSAFE.park(isAbsolute, time);
            return;
        }
        long at = isAbsolute ? micros(time) : after(time);
        if (at <= now) return;
        Deadline deadline = new Unparking(at);
        try {
            UNSAFE.park(false, 0);
        } finally {
            deadline.leave();
        }
    }

    /** The wait of a selector: of `HttpClient`, Netty and others. */
    public static int doSelect(Object selector, Object action, long timeout) throws IOException {
        if (timeout <= 0 || keepsOwnTime()) return (Integer) call(select, selector, action, timeout);
        Deadline deadline = new Deadline(after(nanos(timeout))) {
            @Override
            void wake(Thread thread) {
                ((Selector) selector).wakeup();
            }
        };
        try {
            return (Integer) call(select, selector, action, -1L);
        } finally {
            deadline.leave();
        }
    }

    /** The wait of a blocking socket. Its time-out does not run: the answers of the sandbox come. */
    public static int poll(FileDescriptor file, int events, long timeout) throws IOException {
        return (Integer) call(poll, null, file, events, timeout > 0 ? -1L : timeout);
    }

    private static Object call(Method method, Object target, Object... arguments) throws IOException {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof IOException) throw (IOException) cause;
            if (cause instanceof RuntimeException) throw (RuntimeException) cause;
            if (cause instanceof Error) throw (Error) cause;
            throw new IOException(cause);
        } catch (IllegalAccessException refused) {
            throw new IllegalStateException(refused);
        }
    }

    /** The thread of the library that cleans up has no time of the program. After the window time goes on as the wall's does. */
    private static boolean keepsOwnTime() {
        return now >= last || Thread.currentThread().getName().equals("Common-Cleaner");
    }

    /** The instant after some nanoseconds: whole microseconds, at least one later. */
    private static long after(long nanos) {
        long micros = Math.max(1, nanos / NANOS_PER_MICRO + (nanos % NANOS_PER_MICRO > 0 ? 1 : 0));
        return now + micros < now ? Long.MAX_VALUE : now + micros;
    }

    private static long nanos(long millis) {
        return millis > Long.MAX_VALUE / NANOS_PER_MILLI ? Long.MAX_VALUE : millis * NANOS_PER_MILLI;
    }

    private static long micros(long millis) {
        return millis > Long.MAX_VALUE / MICROS_PER_MILLI ? Long.MAX_VALUE : millis * MICROS_PER_MILLI;
    }

    private static final class Unparking extends Deadline {
        Unparking(long at) {
            super(at);
        }

        @Override
        void wake(Thread thread) {
            LockSupport.unpark(thread);
        }
    }

    /** Nothing else ends the wait of one thread for a monitor; the interrupt is taken back. */
    private static final class Interrupting extends Deadline {
        Interrupting(long at) {
            super(at);
        }

        @Override
        void wake(Thread thread) {
            thread.interrupt();
        }
    }
}
