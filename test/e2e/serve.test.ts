import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN, ROOT } from '../support/files/paths.js';
import { patience } from '../support/patience.js';
import { commandHere } from '../support/process/in-process.js';
import { type Served, serve } from '../support/process/served.js';

const QUICKSTART = 'scenarios/quickstart.yaml';

describe('orrery serve', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s and exits 0', async signal => {
    const served = await serve([QUICKSTART, '--speed', '60']);
    const [account] = served.accounts;
    const headers = { authorization: `Bearer ${account?.token}` };
    const summary = await fetch(`${served.url}/v3/accounts/${account?.id}/summary`, { headers });
    expect(summary.status).toBe(200);
    expect(await served.end(signal)).toBe(0);
  });

  it.each(['current', '2016'])('starts with --dialect %s', async dialect => {
    const served = await serve([QUICKSTART, '--clock', 'manual', '--dialect', dialect]);
    expect(await served.end('SIGTERM')).toBe(0);
  });

  it('names the address of the streams in the ready line', async () => {
    const served = await serve(['--clock', 'manual', '--stream-port', '0']);
    expect(served.streamUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(served.streamUrl).not.toBe(served.url);
    const { port } = new URL(served.streamUrl);
    const taken = spawnSync(
      process.execPath,
      [MAIN, 'serve', '--port', '0', '--stream-port', port],
      { timeout: patience(120_000), cwd: ROOT, encoding: 'utf8' },
    );
    expect([taken.status, taken.stderr]).toEqual([2, expect.stringContaining('--stream-port')]);
    expect(await served.end('SIGTERM')).toBe(0);
    const alone = await serve(['--clock', 'manual']);
    expect(alone.streamUrl).toBe(alone.url);
    expect(await alone.end('SIGTERM')).toBe(0);
  });

  it('takes tokens from the environment', async () => {
    const tokens = {
      ORRERY_TOKEN: 'a-token-of-the-environment',
      ORRERY_CONTROL_TOKEN: 'another-of-the-environment',
    };
    const served = await serve(['--clock', 'manual'], tokens);
    expect(served.accounts.map(({ token }) => token)).toEqual([tokens.ORRERY_TOKEN]);
    const clock = await fetch(`${served.url}/_sim/clock/advance`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.ORRERY_CONTROL_TOKEN}`,
        'content-type': 'application/json',
      },
      body: '{"by":"1d"}',
    });
    expect(await clock.json()).toMatchObject({ now: '2024-03-05T00:00:00.000000000Z' });
    expect(await served.end('SIGINT')).toBe(0);
  });

  it('logs every answer with its RequestID and simulated time, and never a token', async () => {
    const tokens = {
      ORRERY_TOKEN: 'canary-of-the-account-holder',
      ORRERY_CONTROL_TOKEN: 'canary-of-the-clock-turner',
    };
    const served = await serve(['--clock', 'manual', '--log-level', 'trace'], tokens);
    for (const token of [...Object.values(tokens), 'canary-of-a-stranger-who-guesses']) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      for (const path of ['/v3/accounts', '/v3/nowhere', '/_sim/clock', '/_sim/clock/advance']) {
        await fetch(`${served.url}${path}?token=none`, { headers });
        await fetch(`${served.url}${path}`, { headers, method: 'POST', body: '{"by":1}' });
      }
    }
    await served.end('SIGINT');
    const lines = served
      .log()
      .split('\n')
      .filter(line => line.includes('"msg":"answered"'))
      .map(line => JSON.parse(line));
    expect(lines).toHaveLength(24);
    for (const line of lines) {
      expect(line).toMatchObject({
        requestID: expect.stringMatching(/^\d{17}$/),
        simulated: '2024-03-04T00:00:00.000000000Z',
        status: expect.any(Number),
        ms: expect.any(Number),
      });
    }
    expect(served.log()).not.toContain('canary');
  });

  it.each([
    [[], 1],
    [['--trust-proxy'], 0],
    [['--base-url', 'https://broker.test'], 0],
  ])('with %j says %d times of many that a proxy is not followed', async (args, times) => {
    const served = await serve([QUICKSTART, '--clock', 'manual', ...args]);
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost' };
    for (let request = 0; request < 3; request++) {
      await fetch(`${served.url}/health`);
      await fetch(`${served.url}/v3/accounts`, { headers });
    }
    await served.end('SIGTERM');
    expect(served.log().split('--trust-proxy')).toHaveLength(times + 1);
  });

  it.each([
    [['--port', '70000'], '--port'],
    [['--port', '1.5'], '--port'],
    [['--stream-port', '70000'], '--stream-port'],
    [['--port', '18020', '--stream-port', '18020'], '--stream-port'],
    [['--speed', '0'], '--speed'],
    [['--speed', 'fast'], '--speed'],
    [['--start', 'soon'], 'start'],
    [['--clock', 'manual', '--start', 'at-once'], '--start'],
    [['--paused', '--start', 'at-once'], '--start'],
    [['--clock', 'sundial'], 'clock'],
    [['--rate-limit', '0'], '--rate-limit'],
    [['scenarios/none.yaml'], 'scenarios/none.yaml'],
  ])('refuses %j with exit code 2 and says where', async (args, named) => {
    const { status, stderr } = await commandHere(['serve', ...args]);
    expect(stderr).toContain(named);
    expect(status).toBe(2);
  });

  it('refuses short tokens, and ports that are taken', async () => {
    const short = spawnSync(process.execPath, [MAIN, 'serve'], {
      timeout: patience(120_000),
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, ORRERY_TOKEN: 'short' },
    });
    expect([short.status, short.stderr]).toEqual([2, expect.stringContaining('ORRERY_TOKEN')]);
    const served = await serve([QUICKSTART]);
    const { port } = new URL(served.url);
    const second = spawnSync(process.execPath, [MAIN, 'serve', '--port', port], {
      timeout: patience(120_000),
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect([second.status, second.stderr]).toEqual([2, expect.stringContaining('is in use')]);
    await served.end('SIGTERM');
  });
});

describe.concurrent('broken and slow requests', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve([QUICKSTART, '--clock', 'manual']);
  });
  afterAll(() => served.end('SIGTERM'));

  /** Sends text on a bare connection. @returns what comes back before the server closes it. */
  function send(text: string): Promise<string> {
    const { port, hostname } = new URL(served.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let answer = '';
      socket.on('data', chunk => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }
  const head = (extra: string) =>
    `POST /v3/accounts/101-001-1000001-001/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${served.accounts[0]?.token}\r\nContent-Type: application/json\r\n${extra}`;

  it.each([
    ['no HTTP at all', () => 'hello\r\n\r\n', 400],
    ['two lengths', () => head('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}'), 400],
    ['a bad chunk', () => head('Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'), 400],
    ['huge headers', () => head(`X-Long: ${'x'.repeat(20_000)}\r\n\r\n`), 431],
    ['no Host', () => 'GET /health HTTP/1.1\r\n\r\n', 400],
  ])('answers %s with an error and closes', async (_name, text, status) => {
    const answer = await send(text());
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).not.toMatch(/node_modules|at .*\.js/);
  });

  it.each([
    ['an account token', () => served.accounts[0]?.token, 403],
    ['the control token', () => served.controlToken, 200],
  ])('holds %s against the route of a request in absolute form', async (_name, token, status) => {
    const lines = [
      'GET http://localhost/_sim/clock HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token()}`,
      'Connection: close',
    ];
    const answer = await send(`${lines.join('\r\n')}\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('answers a body that is longer than its length says, as the official client sends it, with 400', async () => {
    const body = '{"order":{"comment":"äöü"}}';
    const short = body.length;
    const answer = await send(head(`Content-Length: ${short}\r\n\r\n${body}`));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  });

  it(
    'closes connections that drip a head or a body within ten seconds, and still serves',
    async () => {
      const dripped = [send(head('X-Drip: 1')), send(head('Content-Length: 1000\r\n\r\n{"or'))];
      const answers = await Promise.all(dripped);
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect((await fetch(`${served.url}/health`)).status).toBe(200);
    },
    patience(20_000),
  );
});
