import { describe, expect, it } from 'vitest';
import { DisturbedReader } from '../../../../../../src/broker/api/v20/stream/disturbed-reader.js';
import { frame, linesIn } from '../../../../../../src/broker/api/v20/stream/reader.js';
import { Prng } from '../../../../../../src/core/base/prng.js';
import type { StreamFault } from '../../../../../../src/core/fault/rule.js';

/** A reader under a fault in a time that stands until the test moves it. */
function disturbed(fault: StreamFault) {
  const [lines, notes]: [string[], string[]] = [[], []];
  const inner = {
    pending: 0,
    write: (frames: Buffer) => void lines.push(...linesIn(frames).map(String)),
    end: () => void lines.push('the end'),
    cut: () => void lines.push('a cut'),
  };
  const plan = { fault, draws: new Prng(1), note: (did: string) => void notes.push(did) };
  let due: (() => void)[] = [];
  const time = {
    now: 0,
    after: (_micros: number, act: () => void) => {
      due.push(act);
      return () => {
        due = due.filter(each => each !== act);
      };
    },
  };
  return {
    reader: new DisturbedReader(inner, plan, time),
    lines,
    notes,
    passTo: (now: number) => {
      time.now = now;
      for (const act of due.splice(0)) act();
    },
  };
}

const line = (id: number, more = '') => `{"type":"ORDER_FILL","id":"${id}"${more}}`;

describe('a stream under a fault', () => {
  it('loses lines of one type by chance, each by a draw of its own', () => {
    const { reader, lines, notes } = disturbed({ lose: 'ORDER_FILL', chance: 0.5 });
    const ids = Array.from({ length: 40 }, (_, id) => id);
    for (const id of ids) reader.write(frame(line(id)));
    const draws = new Prng(1);
    const kept = ids.filter(() => draws.nextUnit() >= 0.5);
    expect(lines).toEqual(kept.map(id => `${line(id)}\n`));
    expect(kept.length).toBeGreaterThan(10);
    expect(notes).toHaveLength(ids.length - kept.length);
  });

  it('with little bandwidth has a line when all its bytes have had their time', () => {
    const { reader, lines, passTo } = disturbed({ bandwidth: 10, latency: 500 });
    reader.write(frame(line(1)));
    const due = 500 + ((line(1).length + 1) / 10) * 1_000_000;
    passTo(due - 1);
    expect(lines).toEqual([]);
    passTo(due);
    expect(lines).toEqual([`${line(1)}\n`]);
  });

  it('with little bandwidth is cut off when more than a mebibyte waits, and sends none of it', () => {
    const { reader, lines, passTo } = disturbed({ bandwidth: 1_000 });
    const long = line(1, `,"comment":"${'x'.repeat(500_000)}"`);
    reader.write(frame(long));
    expect(reader.pending).toBe(long.length + 1);
    reader.write(frame(long));
    expect([lines, reader.pending]).toEqual([[], 2 * (long.length + 1)]);
    reader.write(frame(long));
    expect(lines).toEqual(['a cut']);
    passTo(Number.MAX_SAFE_INTEGER);
    expect(lines).toEqual(['a cut']);
  });
});
