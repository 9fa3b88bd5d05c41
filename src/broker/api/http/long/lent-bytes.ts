/**
 * Room for answers that are put together of kept parts. An answer of half a megabyte takes longer to
 * make in memory that was never used, and leaves work for the collector of garbage; room that the
 * network has read is written again. Decision 0025.
 */

/** Bytes of the largest room that is kept for the next answer. */
const ROOM_MAX = 4 * 1_048_576;

/** The room that is not in use. */
let free: Buffer = Buffer.alloc(0);
/** The rooms of answers that are on their way, by the answer. */
const LENT = new WeakMap<Buffer, Buffer>();

/** The parts one after the other. What it returns holds until `giveBack` is called with it. */
export function joinLent(parts: readonly Buffer[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const room = free.length >= length ? free : Buffer.allocUnsafeSlow(length + (length >> 3));
  free = Buffer.alloc(0);
  let at = 0;
  for (const part of parts) {
    room.set(part, at);
    at += part.length;
  }
  const answer = room.subarray(0, length);
  LENT.set(answer, room);
  return answer;
}

/** Whether `answer` was put together by `joinLent`. */
export function isLent(answer: Buffer): boolean {
  return LENT.has(answer);
}

/** Lets the room of an answer be used again. The answer must not be read afterwards. */
export function giveBack(answer: Buffer): void {
  const room = LENT.get(answer);
  LENT.delete(answer);
  if (room !== undefined && room.length > free.length && room.length <= ROOM_MAX) free = room;
}
