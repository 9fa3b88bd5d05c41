import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endedText } from '../../../../../../src/data/storage/strategy/python/ended-child.js';
import { pythonProgram } from '../../../../../../src/data/storage/strategy/python/interpreter.js';
import { Channel } from '../../../../../../src/data/storage/strategy/python/pipes/channel.js';
import {
  ChannelClosedError,
  type Pipes,
} from '../../../../../../src/data/storage/strategy/python/pipes/pipes.js';
import { relayed } from '../../../../../../src/data/storage/strategy/python/pipes/relay.js';
import { pythonImports } from '../../../../../../src/data/storage/strategy/python/python-imports.js';
import { temporaryFolder } from '../../../../../support/files/temporary.js';

/** Sends back what it gets. */
const ECHO = 'process.stdin.pipe(process.stdout)';
/** A frame of the kind with a body of this many bytes. */
const longest = (bytes: number) => Buffer.alloc(5 + bytes, 7);

/** Pipes that give what they took, at most `piece` bytes at a time. */
function loop(piece: number): Pipes {
  const held: Buffer[] = [];
  return {
    read(to, from, room) {
      const all = Buffer.concat(held.splice(0));
      const count = all.copy(to, from, 0, Math.min(room, piece, all.length));
      if (count < all.length) held.push(all.subarray(count));
      return count;
    },
    write(bytes, from, count) {
      const taken = Math.min(piece, count);
      held.push(Buffer.from(bytes.subarray(from, from + taken)));
      return taken;
    },
  };
}

describe('a channel', () => {
  it.each([1, 3, 7, 65_536, 1_000_000])('takes frames that come in pieces of %i bytes', piece => {
    const channel = new Channel(loop(piece));
    channel.send('Q', { what: 'load', text: 'ü' });
    const frame = longest(piece < 10 ? 100 : 200_000);
    channel.sendFrame('T', frame, frame.length);
    channel.send('R', null);
    const first = channel.receive();
    expect([first.kind, JSON.parse(first.body.toString())]).toEqual([
      'Q',
      { what: 'load', text: 'ü' },
    ]);
    const { kind, body } = channel.receive();
    expect([kind, body.length, body.every(byte => byte === 7)]).toEqual([
      'T',
      frame.length - 5,
      true,
    ]);
    expect(channel.receive().body.toString()).toBe('null');
  });

  it('says that the other side has closed its end, or sends what is no frame', () => {
    const closed = new Channel({ read: () => 0, write: () => 0 });
    expect(() => closed.receive()).toThrow(ChannelClosedError);
    const junk = new Channel({
      read: (to, from) => to.fill(0xff, from, from + 16) && 16,
      write: () => 0,
    });
    expect(() => junk.receive()).toThrow('sent what is no frame');
  });
});

describe('relayed pipes', () => {
  it('carry frames of any length both ways, and say how the child ended', () => {
    const child = relayed({ program: process.execPath, args: ['-e', ECHO], env: process.env });
    const channel = new Channel(child.pipes);
    for (let round = 0; round < 300; round += 1) {
      const frame = longest(round % 100 === 0 ? 60_000 : round);
      channel.sendFrame('T', frame, frame.length);
      const { kind, body } = channel.receive();
      expect([kind, body.length]).toEqual(['T', frame.length - 5]);
    }
    child.end();
  });

  it('end with a child that ends, and with a program that does not start', () => {
    const exits = { program: process.execPath, args: ['-e', 'process.exit(3)'], env: process.env };
    const ended = relayed(exits);
    expect(() => new Channel(ended.pipes).receive()).toThrow(ChannelClosedError);
    expect(endedText(ended.status())).toBe('ended with exit code 3');
    const missing = relayed({ program: '/not/there', args: [], env: {} });
    expect(() => new Channel(missing.pipes).receive()).toThrow(ChannelClosedError);
    expect(missing.status()).toBe(127);
  });
});

it('a child that a signal ended is said by its name', () => {
  expect(endedText(-9)).toBe('was ended by SIGKILL; did the machine run out of memory?');
  expect(endedText(-15)).toBe('was ended by SIGTERM');
  expect(endedText(undefined)).toBe('ended');
});

it('strategies run in the Python that is named, or that of the active environment', () => {
  expect(pythonProgram({ ORRERY_PYTHON: '/p/python', VIRTUAL_ENV: '/v' })).toBe('/p/python');
  expect(pythonProgram({ VIRTUAL_ENV: '/v' })).toMatch(/v.*python/);
  expect(pythonProgram({})).toMatch(/^python3?$/);
});

it('the sources of a module are those that it imports from beside it', () => {
  const folder = temporaryFolder();
  for (const name of ['indicators.py', 'levels.py', 'unused.py'])
    writeFileSync(join(folder, name), '');
  const source =
    'import os, indicators as ind\nfrom .levels import pivot\nfrom numpy import array\n# import unused\n';
  const found = pythonImports(join(folder, 'strategy.py'), source);
  expect(found).toEqual(['indicators.py', 'levels.py'].map(name => join(folder, name)));
});
