import java.nio.channels.Selector;
import java.time.Instant;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Waits in each way that Java has, and says how many seconds each one took by each clock; then what it drew. */
public class Waits {
    private static final Object LOCK = new Object();

    private interface Wait {
        void run() throws Exception;
    }

    public static void main(String[] words) throws Exception {
        say("sleep", () -> Thread.sleep(1_500));
        say("TimeUnit.sleep", () -> TimeUnit.SECONDS.sleep(2));
        say("wait", Waits::waitForNothing);
        say("notified", Waits::waitForNotify);
        say("join", () -> after(60, () -> {}).join(3_000));
        say("parkNanos", () -> LockSupport.parkNanos(1_000_000_000));
        say("parkUntil", () -> LockSupport.parkUntil(System.currentTimeMillis() + 2_000));
        say("sleep with a permit", Waits::sleepWithPermit);
        say("Condition", Waits::awaitCondition);
        say("poll", () -> new LinkedBlockingQueue<>().poll(2, TimeUnit.SECONDS));
        say("SynchronousQueue", () -> new SynchronousQueue<>().poll(1, TimeUnit.SECONDS));
        say("latch", () -> new CountDownLatch(1).await(1, TimeUnit.SECONDS));
        say("orTimeout", () -> new CompletableFuture<>().orTimeout(5, TimeUnit.SECONDS).exceptionally(late -> null).join());
        say("Timer", Waits::waitForTimer);
        say("scheduler", Waits::waitForScheduler);
        say("interrupted", Waits::waitForInterrupt);
        say("Selector", () -> Selector.open().select(1_000));
        System.out.println(UUID.randomUUID() + " " + Math.random() + " " + Map.of("a", 1, "b", 2, "c", 3, "d", 4));
        System.exit(0);
    }

    private static void say(String name, Wait wait) throws Exception {
        Instant instant = Instant.now();
        long millis = System.currentTimeMillis();
        long nanos = System.nanoTime();
        wait.run();
        double byNanos = (System.nanoTime() - nanos) / 1e9;
        double byMillis = (System.currentTimeMillis() - millis) / 1e3;
        double byInstant = java.time.Duration.between(instant, Instant.now()).toNanos() / 1e9;
        System.out.printf("%s %.3f %.3f %.3f%n", name, byNanos, byMillis, byInstant);
    }

    private static Thread after(int seconds, Runnable act) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(seconds * 1_000L);
                act.run();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void waitForNothing() throws InterruptedException {
        synchronized (LOCK) {
            LOCK.wait(2_000);
        }
    }

    private static void waitForNotify() throws InterruptedException {
        synchronized (LOCK) {
            after(1, () -> {
                synchronized (LOCK) {
                    LOCK.notify();
                }
            });
            LOCK.wait(60_000);
        }
    }

    private static void waitForInterrupt() {
        Thread waiting = Thread.currentThread();
        after(4, waiting::interrupt);
        try {
            synchronized (LOCK) {
                LOCK.wait(60_000);
            }
            throw new IllegalStateException("no interrupt came");
        } catch (InterruptedException expected) {
            if (Thread.interrupted()) throw new IllegalStateException("it is still interrupted");
        }
    }

    private static void sleepWithPermit() throws InterruptedException {
        LockSupport.unpark(Thread.currentThread());
        Thread.sleep(1_000);
        LockSupport.park();
    }

    private static void awaitCondition() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.newCondition().await(4, TimeUnit.SECONDS);
    }

    private static void waitForTimer() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Timer(true).schedule(new TimerTask() {
            @Override
            public void run() {
                done.countDown();
            }
        }, 2_000);
        done.await();
    }

    private static void waitForScheduler() throws InterruptedException {
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(3);
        AtomicInteger ticks = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(3);
        scheduler.scheduleAtFixedRate(done::countDown, 1, 1, TimeUnit.SECONDS);
        scheduler.scheduleWithFixedDelay(ticks::incrementAndGet, 1, 2, TimeUnit.SECONDS);
        done.await();
        scheduler.shutdownNow();
    }
}
