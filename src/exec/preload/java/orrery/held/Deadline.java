package orrery.held;

import java.util.TreeSet;

/**
 * The instant until which a thread waits, and what wakes it then. Deadlines of one instant come in the order in which
 * their threads were created, since threads that run at once begin their waits in no order.
 */
abstract class Deadline implements Comparable<Deadline> {
    private static final TreeSet<Deadline> ALL = new TreeSet<>();
    private static long count;

    /** Microseconds since 1970. */
    private final long at;
    private final Thread thread = Thread.currentThread();
    private final long number;
    private volatile boolean isOver;

    Deadline(long at) {
        this.at = at;
        synchronized (ALL) {
            number = count++;
            ALL.add(this);
        }
    }

    /** Ends the wait of its thread. */
    abstract void wake(Thread thread);

    /** Whether it has come. */
    final boolean isOver() {
        return isOver;
    }

    /** Ends the wait for it. Returns whether it has come. */
    final boolean leave() {
        synchronized (ALL) {
            ALL.remove(this);
            return isOver;
        }
    }

    /** The first instant that a thread waits for; Long.MAX_VALUE if none does. */
    static long first() {
        synchronized (ALL) {
            return ALL.isEmpty() ? Long.MAX_VALUE : ALL.first().at;
        }
    }

    /**
     * Wakes one thread, if the first deadline has come: those that wait for the same instant are woken when the program
     * sleeps again, so that they do not run at once.
     */
    static void wakeFirst(long now) {
        Deadline due;
        synchronized (ALL) {
            if (ALL.isEmpty() || ALL.first().at > now) return;
            due = ALL.pollFirst();
            due.isOver = true;
        }
        due.wake(due.thread);
    }

    @Override
    public final int compareTo(Deadline other) {
        if (at != other.at) return Long.compare(at, other.at);
        long order = Long.compare(thread.getId(), other.thread.getId());
        return order != 0 ? (int) order : Long.compare(number, other.number);
    }
}
