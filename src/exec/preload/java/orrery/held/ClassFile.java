package orrery.held;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A class file whose calls of clocks and waits lead to {@link Held}. A call of a static method needs another class in
 * the constant pool. A call of an instance method becomes one of a static method that takes the instance first: both
 * instructions have three bytes, and leave the same on the stack. Source: The Java Virtual Machine Specification, 4.4, 4.7.3, 6.5.
 */
final class ClassFile {
    private static final String HELD = "orrery/held/Held";
    private static final Set<String> STATIC = Set.of(
        "java/lang/System.nanoTime()J",
        "java/lang/System.currentTimeMillis()J",
        "jdk/internal/misc/VM.getNanoTimeAdjustment(J)J",
        "java/lang/Thread.sleep(J)V",
        "java/lang/Thread.sleep(JI)V",
        "java/lang/Thread.sleep(Ljava/time/Duration;)V",
        "sun/nio/ch/Net.poll(Ljava/io/FileDescriptor;IJ)I");
    /** Methods of all objects, with the descriptors that they have in Held. */
    private static final Map<String, String> OF_OBJECTS = Map.of(
        "wait(J)V", "(Ljava/lang/Object;J)V",
        "wait(JI)V", "(Ljava/lang/Object;JI)V");
    private static final Map<String, String> OF_CLASSES = Map.of(
        "jdk/internal/misc/Unsafe.park(ZJ)V", "(Ljava/lang/Object;ZJ)V",
        "sun/nio/ch/SelectorImpl.doSelect(Ljava/util/function/Consumer;J)I", "(Ljava/lang/Object;Ljava/lang/Object;J)I");

    private static final int POOL = 10;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int INVOKE_VIRTUAL = 0xb6;
    private static final int INVOKE_STATIC = 0xb8;
    private static final int TABLE_SWITCH = 0xaa;
    private static final int LOOKUP_SWITCH = 0xab;
    private static final int WIDE = 0xc4;
    private static final int INCREMENT = 0x84;
    /** Bytes of each instruction from nop (0x00) to jsr_w (0xc9), sixteen in a piece; 0 for those whose length varies. */
    private static final String LENGTHS =
        "1111111111111111" + "2323322222111111" + "1111111111111111" + "1111112222211111" + "1111111111111111"
            + "1111111111111111" + "1111111111111111" + "1111111111111111" + "1111311111111111" + "1111111113333333"
            + "3333333332001111" + "1133333335532311" + "3311043355";

    private final byte[] bytes;
    private final int[] constants;
    private final int end;
    private final ByteArrayOutputStream added = new ByteArrayOutputStream();
    private int count;
    private int held;
    private boolean isEdited;
    /** Constants of calls that become static, with the constants of those. */
    private final Map<Integer, Integer> replaced = new HashMap<>();

    /** @param original stays as it is */
    ClassFile(byte[] original) {
        bytes = original.clone();
        count = short2(POOL - 2);
        constants = new int[count];
        int at = POOL;
        for (int n = 1; n < constants.length; n++) {
            constants[n] = at;
            int tag = byte1(at);
            at += sizeOf(at);
            if (tag == 5 || tag == 6) n++;
        }
        end = at;
    }

    /** The class file with other calls; null if it has none of these calls. */
    byte[] edited() {
        for (int n = 1; n < constants.length; n++) {
            if (constants[n] != 0 && byte1(constants[n]) == METHOD) see(n);
        }
        if (!replaced.isEmpty()) eachMethod();
        if (!isEdited) return null;
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + added.size());
        out.write(bytes, 0, POOL - 2);
        out.write(count >> 8);
        out.write(count);
        out.write(bytes, POOL, end - POOL);
        out.writeBytes(added.toByteArray());
        out.write(bytes, end, bytes.length - end);
        return out.toByteArray();
    }

    private void see(int method) {
        int at = constants[method];
        String owner = text(short2(constants[short2(at + 1)] + 1));
        int nameAndType = constants[short2(at + 3)];
        String name = text(short2(nameAndType + 1));
        String signature = name + text(short2(nameAndType + 3));
        String whole = owner + "." + signature;
        if (STATIC.contains(whole)) {
            put(at + 1, heldClass());
            isEdited = true;
            return;
        }
        String descriptor = OF_OBJECTS.getOrDefault(signature, OF_CLASSES.get(whole));
        if (descriptor != null) replaced.put(method, addMethod(short2(nameAndType + 1), descriptor));
    }

    private void eachMethod() {
        // Access, this class, super class and interfaces come before the fields.
        int at = end + 8 + 2 * short2(end + 6);
        int fields = short2(at);
        at += 2;
        for (; fields > 0; fields--) at = attributes(at + 6, false);
        int methods = short2(at);
        at += 2;
        for (; methods > 0; methods--) at = attributes(at + 6, true);
    }

    /** Returns where the attributes of a field or a method end. */
    private int attributes(int start, boolean isOfMethod) {
        int at = start + 2;
        for (int left = short2(start); left > 0; left--) {
            int length = int4(at + 2);
            if (isOfMethod && text(short2(at)).equals("Code")) instructions(at + 14, int4(at + 10));
            at += 6 + length;
        }
        return at;
    }

    private void instructions(int start, int length) {
        for (int at = start; at < start + length; at += lengthAt(at, start)) {
            Integer call = byte1(at) == INVOKE_VIRTUAL ? replaced.get(short2(at + 1)) : null;
            if (call == null) continue;
            bytes[at] = (byte) INVOKE_STATIC;
            put(at + 1, call);
            isEdited = true;
        }
    }

    private int lengthAt(int at, int start) {
        int code = byte1(at);
        int operands = start + ((at - start) / 4 + 1) * 4;
        if (code == TABLE_SWITCH) return operands + 16 + 4 * (int4(operands + 8) - int4(operands + 4)) - at;
        if (code == LOOKUP_SWITCH) return operands + 8 + 8 * int4(operands + 4) - at;
        if (code == WIDE) return byte1(at + 1) == INCREMENT ? 6 : 4;
        return LENGTHS.charAt(code) - '0';
    }

    // The constant pool

    private int sizeOf(int at) {
        switch (byte1(at)) {
            case UTF8:
                return 3 + short2(at + 1);
            case 5:
            case 6:
                return 9;
            case CLASS:
            case 8:
            case 16:
            case 19:
            case 20:
                return 3;
            case 15:
                return 4;
            case 3:
            case 4:
            case 9:
            case METHOD:
            case 11:
            case NAME_AND_TYPE:
            case 17:
            case 18:
                return 5;
            default:
                throw new IllegalStateException("constant of kind " + byte1(at));
        }
    }

    private int heldClass() {
        if (held == 0) held = add(CLASS, addText(HELD));
        return held;
    }

    private int addMethod(int name, String descriptor) {
        int nameAndType = add(NAME_AND_TYPE, name, addText(descriptor));
        return add(METHOD, heldClass(), nameAndType);
    }

    private int addText(String text) {
        int number = add(UTF8, text.length());
        added.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        return number;
    }

    private int add(int tag, int... numbers) {
        added.write(tag);
        for (int number : numbers) {
            added.write(number >> 8);
            added.write(number);
        }
        return count++;
    }

    private String text(int number) {
        int at = constants[number];
        return new String(bytes, at + 3, short2(at + 1), StandardCharsets.UTF_8);
    }

    // Bytes

    private int byte1(int at) {
        return bytes[at] & 0xff;
    }

    private int short2(int at) {
        return byte1(at) << 8 | byte1(at + 1);
    }

    private int int4(int at) {
        return short2(at) << 16 | short2(at + 2);
    }

    private void put(int at, int number) {
        bytes[at] = (byte) (number >> 8);
        bytes[at + 1] = (byte) number;
    }
}
