import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contentSource } from '../../../../../src/cli/commands/ticks/content/sources.js';
import { sha256 } from '../../../../../src/data/storage/files/sha256.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { commandHere, printedBy } from '../../../../support/process/in-process.js';

/** `orrery ticks fetch` and `ticks put`: files by their content, from a folder and over loopback. */

const CONTENT = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7) % 251));
const DIGEST = sha256(CONTENT);
const NAME = join('ticks', 'EUR_USD.csv.gz');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** An object store on loopback. @returns its address. */
async function storeOf(answer: Answer): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ticks`;
}

const rangeOf = ({ headers }: IncomingMessage) =>
  Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);

/** Sends the content from the byte that was asked for; `most` bytes, then the connection breaks. */
function send(request: IncomingMessage, response: ServerResponse, most = CONTENT.length): void {
  const start = rangeOf(request);
  const rest = CONTENT.subarray(start);
  const range = { 'content-range': `bytes ${start}-${CONTENT.length - 1}/${CONTENT.length}` };
  response.writeHead(start > 0 ? 206 : 200, {
    'content-length': rest.length,
    ...(start > 0 && range),
  });
  if (most >= rest.length) response.end(rest);
  else response.write(rest.subarray(0, most), () => response.destroy());
}

/** A list that names one file. */
function listOf(text = `${DIGEST}  ${NAME}\n`) {
  const folder = temporaryFolder();
  const list = join(folder, 'ticks.sha256');
  writeFileSync(list, text);
  return { folder, list, file: join(folder, NAME) };
}

describe('ticks fetch over HTTP', () => {
  it('gets a file, and nothing that is there', async () => {
    const asked: string[] = [];
    const from = await storeOf((request, response) => {
      asked.push(request.url ?? '');
      send(request, response);
    });
    const { list, file } = listOf();
    expect(await printedBy('ticks', 'fetch', list, '--from', `${from}/`)).toBe(
      `${file}: 200000 bytes, fetched\n`,
    );
    expect(readFileSync(file).equals(CONTENT)).toBe(true);
    expect(await printedBy('ticks', 'fetch', list, '--from', from)).toContain('there already');
    expect(asked).toEqual([`/ticks/${DIGEST}`]);
  });

  it('asks for the rest after a break, in the same run and in the next one', async () => {
    const starts: number[] = [];
    let isAway = false;
    const from = await storeOf((request, response) => {
      starts.push(rangeOf(request));
      if (isAway) response.writeHead(403).end();
      else send(request, response, 70_000);
    });
    const { list, file } = listOf();
    await printedBy('ticks', 'fetch', list, '--from', from);
    expect(readFileSync(file).equals(CONTENT)).toBe(true);
    expect(starts).toEqual([0, 70_000, 140_000]);

    const next = listOf();
    mkdirSync(join(next.folder, 'ticks'));
    writeFileSync(`${next.file}.${DIGEST.slice(0, 8)}.part`, CONTENT.subarray(0, 150_000));
    isAway = true;
    await expect(printedBy('ticks', 'fetch', next.list, '--from', from)).rejects.toThrow(
      `${from}/${DIGEST}: is refused (403)`,
    );
    isAway = false;
    await printedBy('ticks', 'fetch', next.list, '--from', from);
    expect(readFileSync(next.file).equals(CONTENT)).toBe(true);
    expect(starts.slice(3)).toEqual([150_000, 150_000]);
    expect(readdirSync(join(next.folder, 'ticks'))).toEqual(['EUR_USD.csv.gz']);
  });

  it('begins anew where a store sends all, and takes a part that is whole as it is', async () => {
    const part = (file: string, bytes: Uint8Array) => {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(`${file}.${DIGEST.slice(0, 8)}.part`, bytes);
    };
    const whole = await storeOf((_, response) => response.end(CONTENT));
    const one = listOf();
    part(one.file, Buffer.from('other bytes'));
    await printedBy('ticks', 'fetch', one.list, '--from', whole);
    expect(readFileSync(one.file).equals(CONTENT)).toBe(true);

    const over = await storeOf((_, response) => response.writeHead(416).end());
    const two = listOf();
    part(two.file, CONTENT);
    await printedBy('ticks', 'fetch', two.list, '--from', over);
    expect(readFileSync(two.file).equals(CONTENT)).toBe(true);
  });

  it('refuses other content, and leaves nothing of it', async () => {
    const from = await storeOf((_, response) => response.end('something else'));
    const { list, file } = listOf();
    await expect(printedBy('ticks', 'fetch', list, '--from', from)).rejects.toThrow(
      `${from}/${DIGEST}: has other content than its name says: its sha256 is ${sha256('something else')}`,
    );
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });

  it('names what is not there', async () => {
    const from = await storeOf((_, response) => response.writeHead(404).end());
    const { list, file } = listOf();
    await expect(printedBy('ticks', 'fetch', list, '--from', from)).rejects.toThrow(
      `${from}/${DIGEST}: is not there (404)`,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('tries again while a store is busy', async () => {
    let asked = 0;
    const from = await storeOf((request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503).end();
      else send(request, response);
    });
    const { list } = listOf();
    await printedBy('ticks', 'fetch', list, '--from', from);
    expect(asked).toBe(2);
  });
});

describe('ticks put', () => {
  it('fills a folder from which ticks fetch gets the files again', async () => {
    const { list, file } = listOf();
    mkdirSync(join(file, '..'));
    writeFileSync(file, CONTENT);
    const store = join(temporaryFolder(), 'store');
    expect(await printedBy('ticks', 'put', list, '--to', store)).toContain('200000 bytes, copied');
    expect(await printedBy('ticks', 'put', list, '--to', store)).toContain('there already');
    expect(readdirSync(store)).toEqual([DIGEST]);
    const other = listOf();
    await printedBy('ticks', 'fetch', other.list, '--from', store);
    expect(readFileSync(other.file).equals(CONTENT)).toBe(true);

    writeFileSync(other.file, 'changed');
    await expect(printedBy('ticks', 'fetch', other.list, '--from', store)).rejects.toThrow(
      `${other.file}: is there with other content, sha256 ${sha256('changed')}: move it away, or give --overwrite`,
    );
    await expect(printedBy('ticks', 'put', other.list, '--to', store)).rejects.toThrow(
      `${other.file}: is not what the list says: it has sha256 ${sha256('changed')}`,
    );
    await printedBy('ticks', 'fetch', other.list, '--from', store, '--overwrite');
    expect(readFileSync(other.file).equals(CONTENT)).toBe(true);
    await expect(
      printedBy('ticks', 'fetch', listOf().list, '--from', temporaryFolder()),
    ).rejects.toThrow(/[0-9a-f]{64}: is not there$/);
  });
});

it('gives up a store that sends nothing more, and keeps what came', async () => {
  const from = await storeOf((request, response) => {
    // Nothing for the first file, a part of the second, and no end of either.
    if (request.url === '/ticks/a') return;
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, 70_000));
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const source = contentSource(from);
    const opened = expect(source.open('a', 0)).rejects.toThrow('nothing came for 30 s');
    vi.advanceTimersByTime(30_000);
    await opened;
    const sent = await source.open('b', 0);
    let bytes = 0;
    const read = async () => {
      for await (const piece of sent?.bytes ?? []) {
        bytes += piece.length;
        // The reader asks for the next piece before this runs.
        if (bytes === 70_000) setImmediate(() => vi.advanceTimersByTime(30_000));
      }
    };
    await expect(read()).rejects.toThrow('nothing came for 30 s');
    expect(bytes).toBe(70_000);
  } finally {
    vi.useRealTimers();
  }
});

it('says on stderr why it tries again', async () => {
  let asked = 0;
  const from = await storeOf((request, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(503).end();
    else send(request, response);
  });
  const { status, stderr } = await commandHere(['ticks', 'fetch', listOf().list, '--from', from]);
  expect([status, stderr]).toEqual([
    0,
    `${from}/${DIGEST}: the answer was 503; 0 bytes are there, trying again\n`,
  ]);
});

it.each([
  ['s3://ticks', /^command line: --from: must be a folder or an http\(s\) address, was one of s3$/],
  ['http://', /must be an http\(s\) address with a host$/],
  ['https://me:secret@x.org', /^command line: --from: must have no user name and no password/],
  [
    'https://x.org/a?sig=secret',
    /must have no \? and no #, because the SHA-256 of a file is added/,
  ],
  ['no-such-folder', /no such folder: no-such-folder$/],
])('--from %s is refused without what may be secret', async (from, words) => {
  const fetched = printedBy('ticks', 'fetch', listOf().list, '--from', from);
  await expect(fetched).rejects.toThrow(words);
  await expect(fetched).rejects.not.toThrow('secret');
});

it('writes nothing through a link out of the folder of the list', async () => {
  const { list, folder } = listOf(`${DIGEST}  a.csv\n${DIGEST}  link/b/c.csv\n`);
  const outside = temporaryFolder();
  symlinkSync(outside, join(folder, 'link'), 'junction');
  const from = await storeOf((request, response) => send(request, response));
  await expect(printedBy('ticks', 'fetch', list, '--from', from)).rejects.toThrow(
    `leads out of the folder of the list by a link: ${join(folder, 'link')}`,
  );
  expect([readdirSync(outside), existsSync(join(folder, 'a.csv'))]).toEqual([[], false]);
});

it.each([
  ['no digest', /ticks\.sha256:1: must be 64 hex digits, two spaces and a path/],
  [`${DIGEST}  ../out.csv`, /ticks\.sha256:1: must name a file below the folder of the list/],
  [`${DIGEST}  /etc/out.csv`, /must name a file below the folder of the list, was \/etc\/out\.csv/],
  ['', /ticks\.sha256: names no file/],
  [
    `${DIGEST}  a.csv\n${sha256('x')}  ./a.csv`,
    /ticks\.sha256:2: names \.\/a\.csv again, with another digest/,
  ],
])('a list with %j is refused', async (text, words) => {
  const { list } = listOf(text);
  await expect(printedBy('ticks', 'fetch', list, '--from', '.')).rejects.toThrow(words);
});
