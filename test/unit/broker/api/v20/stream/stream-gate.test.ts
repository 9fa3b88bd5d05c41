import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { GatedReader } from '../../../../../../src/broker/api/v20/stream/stream-gate.js';

/** A connection that keeps what is written to it, and has so many bytes of its own that wait. */
function connection(pending: number) {
  const written: string[] = [];
  return {
    written,
    reader: {
      pending,
      write: (frames: Buffer) => written.push(String(frames)),
      end: () => written.push('the end'),
      cut: () => written.push('a cut'),
    },
  };
}

const frame = (line: string) => `${line.length.toString(16)}\r\n${line}\r\n`;

it('lines wait at the gate and count as bytes that wait, until each is let go', () => {
  const { reader, written } = connection(7);
  const gated = new GatedReader(reader as never, {} as ServerResponse);
  const [one, two] = [frame('{"a":1}\n'), frame('{"bb":22}\n')];
  gated.write(Buffer.from(one + two));
  expect([gated.lines, gated.pending]).toEqual([2, 7 + one.length + two.length]);
  gated.release();
  expect([gated.lines, gated.pending, written]).toEqual([1, 7 + two.length, [one]]);
  gated.end();
  expect([gated.lines, gated.pending, written]).toEqual([0, 7, [one, two, 'the end']]);
  gated.release();
  expect(gated.pending).toBe(7);
});
