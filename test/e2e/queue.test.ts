import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { ENDED_BY } from '../../src/cli/exit/exit-codes.js';
import { queueEngine } from '../../src/study/engines/queue-engine.js';
import { MAIN, ROOT } from '../support/files/paths.js';
import { studyFolder } from '../support/files/study-folder.js';
import { patience } from '../support/patience.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

/** Studies through a real Redis: Debian's redis-server, on a port of its own, kept in memory. */

const REDIS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find(existsSync);

const started: ChildProcess[] = [];

afterAll(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

function start(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

/** Resolves when `child` has said `text` on stdout. */
function said(child: ChildProcess, text: string): Promise<void> {
  let all = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`ended before it said ${text}: ${all}`)));
    child.stdout?.on('data', chunk => {
      all += String(chunk);
      if (all.includes(text)) resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function startRedis(port: number, ...more: string[]): Promise<ChildProcess> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = start(REDIS ?? '', [...args, ...more]);
  await said(redis, 'Ready to accept connections');
  return redis;
}

async function startWorker(file: string, url: string): Promise<ChildProcess> {
  const worker = start(process.execPath, [MAIN, 'worker', file, '--queue', url, '--workers', '1']);
  await said(worker, 'ready for small');
  return worker;
}

/** Runs of a quarter of a second each, so that a worker can be killed in the middle of one. */
const RUNS = IS_NIGHTLY ? 12 : 6;
const SLOW = `axes: { mode: [slow, refuse], every: { from: 2, to: ${RUNS + 1}, step: 1 } }\n`;

// They mostly wait, so that they run side by side.
describe.skipIf(REDIS === undefined)(
  'studies through Redis [needs redis-server]',
  { concurrent: true },
  () => {
    it('give the table of the local engine, although a worker is killed', async () => {
      const { folder, file } = studyFolder(SLOW);
      const local = join(folder, 'local');
      spawnSync(process.execPath, [MAIN, 'sweep', file, '--out', local], {
        timeout: patience(120_000),
        cwd: ROOT,
      });
      const port = await freePort();
      const url = `redis://127.0.0.1:${port}`;
      await startRedis(port);
      const doomed = await startWorker(file, url);
      await startWorker(file, url);
      const out = join(folder, 'out');
      const sweep = start(process.execPath, [MAIN, 'sweep', file, '--out', out, '--queue', url]);
      const ended = once(sweep, 'exit');
      await waitFor(() => linesOf(join(out, 'runs.ndjson')) >= 2);
      doomed.kill('SIGKILL');
      expect(await ended).toEqual([1, null]);
      for (const name of ['results.csv', 'results.arrow']) {
        expect(readFileSync(join(out, name)).equals(readFileSync(join(local, name))), name).toBe(
          true,
        );
      }
      // Nothing was counted twice.
      expect(linesOf(join(out, 'runs.ndjson'))).toBe(RUNS);
    });

    it('go on when Redis is killed and comes back with nothing', async () => {
      const { folder, file } = studyFolder(SLOW);
      const port = await freePort();
      const url = `redis://127.0.0.1:${port}`;
      const redis = await startRedis(port);
      await startWorker(file, url);
      const out = join(folder, 'out');
      const sweep = start(process.execPath, [MAIN, 'sweep', file, '--out', out, '--queue', url]);
      const ended = once(sweep, 'exit');
      await waitFor(() => linesOf(join(out, 'runs.ndjson')) >= 2);
      redis.kill('SIGKILL');
      await once(redis, 'exit');
      await startRedis(port);
      expect(await ended).toEqual([1, null]);
      expect(linesOf(join(out, 'runs.ndjson'))).toBe(RUNS);
      const runs = readFileSync(join(out, 'results.csv'), 'utf8').split('\n').slice(1, -1);
      expect(runs.filter(run => run.includes(',slow,') && run.endsWith(','))).toHaveLength(RUNS);
    });

    it('let a worker go at the second signal, be it another than the first', async () => {
      const { file } = studyFolder(SLOW);
      const port = await freePort();
      const redis = await startRedis(port);
      const worker = await startWorker(file, `redis://127.0.0.1:${port}`);
      redis.kill('SIGSTOP');
      const ended = once(worker, 'exit');
      worker.kill('SIGINT');
      await new Promise(resolve => setTimeout(resolve, 500));
      expect(worker.exitCode).toBeNull();
      worker.kill('SIGTERM');
      // Without the second signal it would wait for Redis for a minute.
      const late = new Promise(resolve => setTimeout(resolve, patience(20_000), 'still there'));
      expect(await Promise.race([ended, late])).toEqual([ENDED_BY.SIGTERM, null]);
    });

    it('say so when Redis is out of memory', async () => {
      const { file } = studyFolder(SLOW);
      const port = await freePort();
      await startRedis(port, '--maxmemory', '1kb');
      const url = `redis://127.0.0.1:${port}`;
      const { status, stderr } = spawnSync(
        process.execPath,
        [MAIN, 'sweep', file, '--queue', url],
        {
          cwd: ROOT,
          encoding: 'utf8',
          timeout: patience(30_000),
        },
      );
      expect(status).toBe(2);
      expect(stderr).toContain('command line: --queue: Redis takes no jobs: ');
      expect(stderr).toContain('OOM');
    });

    it('end with a message when Redis goes and stays away', async () => {
      const port = await freePort();
      const redis = await startRedis(port);
      const engine = queueEngine({
        url: `redis://127.0.0.1:${port}`,
        digest: 'a'.repeat(64),
        onIdle: () => undefined,
        silenceMs: 1000,
      });
      const job = { index: 0, values: [], from: 0, to: 1 };
      const running = engine.run([job], () => undefined);
      const ended = expect(running).rejects.toThrow('--queue: Redis has not answered for 1 s');
      const client = new Redis(port);
      while ((await client.keys('*:run-0')).length === 0);
      client.disconnect();
      redis.kill('SIGKILL');
      await ended;
      await engine.close();
    });

    it('are refused with a message when no Redis answers, or the address is none', async () => {
      const { file } = studyFolder(SLOW);
      const url = `redis://user:secret@127.0.0.1:${await freePort()}`;
      for (const command of ['sweep', 'worker']) {
        const { status, stderr } = spawnSync(
          process.execPath,
          [MAIN, command, file, '--queue', url],
          { timeout: patience(120_000), cwd: ROOT, encoding: 'utf8' },
        );
        expect(status).toBe(2);
        const shown = url.replace('user:secret@', '');
        expect(stderr).toContain(
          `command line: --queue: no Redis answers at ${shown}: connect ECONN`,
        );
        expect(stderr).not.toContain('secret');
      }
    });
  },
);

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 20));
}

function linesOf(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}
