import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/broker/api/server.js';
import { captureIn } from '../../src/live/fidelity/recording/read-capture.js';
import { MANUAL_SERVER } from '../support/api/over-http.js';
import { hostScenario } from '../support/fidelity/recorded-host.js';
import { MAIN } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';

let host: RunningServer | undefined;

afterEach(async () => {
  await host?.close();
});

it('ends at Ctrl-C with a complete file, after its last question', async () => {
  host = await startServer(hostScenario(), MANUAL_SERVER);
  const [account] = host.accounts;
  const out = join(temporaryFolder(), 'session.jsonl');
  const flags = ['capture', '--url', host.url, '--out', out, '--port', '0'];
  const child = spawn(process.execPath, [MAIN, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>(resolve => {
    child.once('exit', resolve);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', chunk => resolve(String(chunk).split(' ')[0] ?? ''));
    void ended.then(code => reject(new Error(`capture ended with ${code}`)));
  });
  const headers = { authorization: `Bearer ${account?.token}` };
  const answer = await fetch(`${url}/v3/accounts/${account?.id}/summary`, { headers });
  expect(answer.status).toBe(200);
  await answer.text();
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  const { lines, isCut } = captureIn(out, readFileSync(out, 'utf8'));
  expect(isCut).toBe(false);
  expect(lines.map(({ kind }) => kind)).toEqual(Array(4).fill(['request', 'answer']).flat());
  expect(lines.at(-2)).toMatchObject({ by: 'capture', path: expect.stringContaining('sinceid') });
});
