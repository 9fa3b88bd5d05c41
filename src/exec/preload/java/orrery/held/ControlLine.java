package orrery.held;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * The control line to `orrery exec`: lines of JSON both ways. A thread of its own reads it; when it
 * closes, the run is over and the process ends with code 75.
 */
final class ControlLine {
    /** Source: EX_TEMPFAIL of sysexits.h. */
    private static final int RUN_IS_OVER = 75;
    private static final int PIECE = 4096;

    private final SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    private final StringBuilder heard = new StringBuilder();

    /** Says hello. The answer is the first line that comes. */
    ControlLine(String path) throws IOException {
        channel.connect(UnixDomainSocketAddress.of(path));
        String command = System.getProperty("sun.java.command", "java").split(" ")[0];
        String program = command.substring(command.lastIndexOf('/') + 1);
        String started = System.getenv("ORRERY_STARTED");
        say("{\"say\":\"hello\",\"kind\":\"java\",\"idleBy\":\"threads\",\"version\":" + quoted(System.getProperty("java.version"))
            + ",\"program\":" + quoted(program) + ",\"pid\":" + ProcessHandle.current().pid()
            + (started == null ? "" : ",\"started\":" + quoted(started)) + "}");
    }

    /** Says one line. */
    synchronized void say(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) channel.write(bytes);
    }

    /** Says what is not held. */
    void sayUnsupported(String what, String why) {
        try {
            say("{\"say\":\"unsupported\",\"what\":" + quoted(what) + ",\"why\":" + quoted(why) + "}");
        } catch (IOException gone) {
            Runtime.getRuntime().halt(RUN_IS_OVER);
        }
    }

    /** The next line; waits for it. */
    String next() {
        try {
            int end;
            while ((end = heard.indexOf("\n")) < 0) {
                ByteBuffer piece = ByteBuffer.allocate(PIECE);
                if (channel.read(piece) < 0) Runtime.getRuntime().halt(RUN_IS_OVER);
                heard.append(new String(piece.array(), 0, piece.position(), StandardCharsets.UTF_8));
            }
            String line = heard.substring(0, end);
            heard.delete(0, end + 1);
            return line;
        } catch (IOException gone) {
            Runtime.getRuntime().halt(RUN_IS_OVER);
            throw new IllegalStateException(gone);
        }
    }

    /** Reads lines from now on. */
    void listen() {
        Thread thread = new Thread("orrery exec") {
            @Override
            public void run() {
                while (true) Held.hear(next());
            }
        };
        thread.setDaemon(true);
        thread.start();
    }

    /** The whole number after a name in a line; -1 if the line has none. */
    static long numberIn(String line, String name) {
        int at = line.indexOf("\"" + name + "\":");
        if (at < 0) return -1;
        long number = 0;
        for (int i = at + name.length() + 3; i < line.length() && Character.isDigit(line.charAt(i)); i++) {
            number = number * 10 + line.charAt(i) - '0';
        }
        return number;
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
