import { describe, expect, it } from 'vitest';
import { Outbox } from '../../../../../../src/broker/api/v20/stream/outbox.js';
import type { PriceBoard } from '../../../../../../src/broker/api/v20/stream/price-board.js';
import { PriceChannel } from '../../../../../../src/broker/api/v20/stream/price-channel.js';
import { frame, linesIn } from '../../../../../../src/broker/api/v20/stream/reader.js';

/** A board of two instruments whose prices are numbers that a test sets. */
function market() {
  const prices = [0, 0];
  const changedAt = [0, 0];
  const board = {
    looks: 0,
    look: () => board.looks,
    hasChanged: (slot: number, since: number) => (changedAt[slot] ?? 0) > since,
    frame: (slot: number) => frame(`${slot} at ${prices[slot]}`),
  };
  const channel = new PriceChannel(board as unknown as PriceBoard, new Outbox(), {
    slots: [0, 1],
    times: 'RFC3339',
  });
  /** A new price, which the channel gathers. */
  const move = (slot: number, price: number) => {
    board.looks += 1;
    prices[slot] = price;
    changedAt[slot] = board.looks;
    channel.gather();
  };
  return { channel, move };
}

/** A reader that keeps its lines; while `pending` is not 0 its socket is not drained. */
function reader() {
  const lines: string[] = [];
  const made = {
    pending: 0,
    behind: 0,
    lines,
    write: (frames: Buffer) => {
      lines.push(...linesIn(frames).map(line => String(line).trim()));
    },
    end: () => undefined,
    cut: () => undefined,
    onBehind: () => {
      made.behind += 1;
    },
  };
  return made;
}

describe('the reader of a price stream whose socket is not drained', () => {
  it('gets the latest price of what has changed when it has drained, then the heartbeat that it missed', () => {
    const { channel, move } = market();
    const [slow, quick] = [reader(), reader()];
    const entry = channel.join(slow, false);
    channel.join(quick, false);
    move(0, 1);
    channel.flush();
    slow.pending = 9;
    for (const price of [2, 3]) {
      move(0, price);
      channel.flush();
    }
    channel.beat('beat 1');
    channel.beat('beat 2');
    expect(slow.lines).toEqual(['0 at 1']);
    slow.pending = 0;
    channel.drained(entry);
    expect([slow.lines, slow.behind]).toEqual([['0 at 1', '0 at 3', 'beat 2'], 1]);
    channel.drained(entry);
    move(1, 4);
    channel.flush();
    channel.beat('beat 3');
    expect(slow.lines.slice(3)).toEqual(['1 at 4', 'beat 3']);
    expect(quick.lines).toEqual([
      '0 at 1',
      '0 at 2',
      '0 at 3',
      'beat 1',
      'beat 2',
      '1 at 4',
      'beat 3',
    ]);
  });

  it('falls behind when it has drained once and is not drained again before the next price', () => {
    const { channel, move } = market();
    const slow = reader();
    const entry = channel.join(slow, false);
    move(0, 1);
    slow.pending = 9;
    move(0, 2);
    channel.flush();
    slow.pending = 0;
    channel.drained(entry);
    slow.pending = 9;
    move(0, 3);
    move(0, 4);
    expect([slow.lines, slow.behind]).toEqual([['0 at 1', '0 at 2'], 2]);
    slow.pending = 0;
    channel.drained(entry);
    expect(slow.lines).toEqual(['0 at 1', '0 at 2', '0 at 4']);
  });
});
