import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MAIN, ROOT } from '../support/files/paths.js';
import { strategyScenario } from '../support/files/strategy-scenario.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { commandHere } from '../support/process/in-process.js';
import { control } from '../support/process/over-control.js';
import { proxyTo } from '../support/process/proxy.js';
import { type Served, serve } from '../support/process/served.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

/** `orrery trade` on the built command line, against `orrery serve` and against worse hosts. */

interface Traded {
  readonly status: number | null;
  readonly stdout: string;
  /** The line that says to what it has connected; empty before that. */
  readonly connected: string;
  /** The rest of stderr. */
  readonly stderr: string;
}

interface Trading {
  /** Resolves once it has said so on stderr. */
  said(text: string): Promise<void>;
  interrupt(): void;
  readonly ended: Promise<Traded>;
}

function start(args: readonly string[], env: Record<string, string>): Trading {
  const child = spawn(process.execPath, [MAIN, 'trade', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  return {
    said: text =>
      new Promise(resolve => {
        child.stderr.on('data', () => stderr.includes(text) && resolve());
      }),
    interrupt: () => void child.kill('SIGINT'),
    ended: new Promise(resolve => {
      child.on('close', status => {
        const [connected = ''] = /^connected to .*\n/m.exec(stderr) ?? [];
        resolve({ status, stdout, connected, stderr: stderr.replace(connected, '') });
      });
    }),
  };
}

const trade = (args: readonly string[], env: Record<string, string>) => start(args, env).ended;

const tokens = ({ accounts, controlToken }: Served) => ({
  ORRERY_TOKEN: accounts[0]?.token ?? '',
  ORRERY_CONTROL_TOKEN: controlToken,
});

async function servedHash({ url, controlToken }: Served): Promise<string> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const answer = await fetch(`${url}/_sim/ledger`, { headers });
  return ((await answer.json()) as { sha256: string }).sha256;
}

/** A copy of an example over a shorter window. @returns its file. */
function shortened(name: string, window: string): string {
  const folder = temporaryFolder();
  const text = readFileSync(join(ROOT, 'scenarios', `${name}.yaml`), 'utf8')
    .replace('\nmarket:', `\nwindow: ${window}\nmarket:`)
    .replaceAll('../data/', `${join(ROOT, 'data')}/`)
    .replaceAll('./strategies/', `${join(ROOT, 'scenarios', 'strategies')}/`)
    .replace(/expect:[\s\S]*/, '');
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, text);
  return file;
}

/** The ledger of the backtest, as `orrery run --json` says it. */
async function backtest(
  file: string,
): Promise<{ readonly sha256: string; readonly transactions: number }> {
  const { stdout, stderr } = await commandHere(['run', file, '--json', '--allow-path', ROOT]);
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout).ledger;
}

/** Trades, counts what it hears, and says when that is enough. */
const COUNTING = `export function strategy() {
  const ticks = new Set();
  let count = 0;
  let last;
  return {
    onTick(context, { instrument, time }) {
      ticks.add(instrument + time);
      count += 1;
      if (count % 20 === 0) {
        const units = count % 40 === 0 ? '-100' : '100';
        context.createOrder({ type: 'MARKET', instrument, units });
      }
      if (count === 100) process.stderr.write('enough\\n');
    },
    onTransaction(context, { id }) {
      if (last !== undefined && Number(id) !== last + 1) throw new Error('after ' + last + ' ' + id);
      last = Number(id);
    },
    onStop() {
      if (ticks.size !== count) throw new Error('a tick was told twice');
      process.stderr.write('ticks and transactions once each, up to ' + last + '\\n');
    },
  };
}`;

/** Draws a line and, twice at one instant, marks. */
const DRAWING = `export function strategy() {
  let count = 0;
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
    onCandle(context, { instrument }) {
      count += 1;
      context.plot('ask', Number(context.quote(instrument).ask), { style: 'dots' });
      context.mark('<b>' + count + '</b>');
      context.mark('again ' + count);
    },
  };
}`;

/** Examples, each with a part of its window; `remote/trade-trace.test.ts` compares call by call. */
const EXAMPLES = [
  // Over a weekend.
  ['sma-cross', '2024-03-08T21:00:00Z', '2024-03-10T22:00:00Z'],
  ['breakout', '2024-03-05T06:00:00Z', '2024-03-05T16:00:00Z'],
  ['mean-reversion', '2024-03-05T00:00:00Z', '2024-03-05T16:00:00Z'],
  ['grid', '2024-03-05T06:00:00Z', '2024-03-05T16:00:00Z'],
  ['carry', '2024-03-05T12:00:00Z', '2024-03-06T16:00:00Z'],
];

describe('orrery trade against a manual clock', () => {
  it.each(IS_NIGHTLY ? EXAMPLES : EXAMPLES.slice(0, 1))(
    'gives the ledger of orrery run for %s',
    async (name, from, to) => {
      const file = shortened(name, `{ from: ${from}, to: ${to} }`);
      const served = await serve([file, '--clock', 'manual', '--allow-path', ROOT]);
      try {
        const args = [file, '--url', served.url, '--clock', 'manual', '--allow-path', ROOT];
        const { status, stdout, connected, stderr } = await trade(args, tokens(served));
        expect([status, stderr]).toEqual([0, '']);
        expect(connected).toMatch(
          `connected to ${served.url} (this machine): account 101-001-1000001-001, balance `,
        );
        expect(stdout).toMatch(/^101-001-1000001-001 balance [\d.]+ USD NAV [\d.]+ USD\n$/);
        const { sha256, transactions } = await backtest(file);
        expect(transactions).toBeGreaterThan(5);
        expect(await servedHash(served)).toBe(`sha256:${sha256}`);
      } finally {
        await served.end('SIGTERM');
      }
    },
  );

  it('that is interrupted lets the strategy stop, and ends with 130', async () => {
    const file = await strategyScenario(COUNTING);
    const served = await serve([file, '--clock', 'manual']);
    try {
      const trading = start([file, '--url', served.url, '--clock', 'manual'], tokens(served));
      await trading.said('enough');
      trading.interrupt();
      const { status, stdout, stderr } = await trading.ended;
      expect(stderr).toMatch(/^enough\nticks and transactions once each, up to \d+\n$/);
      expect(status).toBe(130);
      expect(stdout).toMatch(/^101-001-1000001-001 balance/);
    } finally {
      await served.end('SIGTERM');
    }
  });

  it('shows on the page what the strategy draws', async () => {
    const file = await strategyScenario(DRAWING);
    const served = await serve([file, '--clock', 'manual']);
    try {
      const args = [file, '--url', served.url, '--clock', 'manual'];
      const drawings = join(dirname(file), 'drawings.json');
      const { status, stderr } = await trade([...args, '--drawings', drawings], tokens(served));
      expect([status, stderr]).toEqual([0, '']);
      const { series, marks } = JSON.parse(readFileSync(drawings, 'utf8'));
      const { text } = await control(served, 'GET', 'plots');
      const [line, noted] = JSON.parse(text).plots;
      expect(line).toMatchObject({ name: 'ask', kind: 'line', pane: 'price', style: 'dots' });
      const values = series[0].points.map(([, value]: [number, number]) => value);
      expect(line.points.map(({ value }: { value: number }) => value)).toEqual(values);
      expect(noted).toMatchObject({ kind: 'mark', instrument: 'EUR_USD' });
      const texts = (all: readonly { text: string }[]) => all.map(each => each.text);
      expect(texts(noted.points)).toEqual(texts(marks));
      expect(texts(noted.points).slice(0, 2)).toEqual(['<b>1</b>', 'again 1']);
    } finally {
      await served.end('SIGTERM');
    }
  });

  it('refuses a host whose clock plays', async () => {
    const file = join(ROOT, 'scenarios', 'breakout.yaml');
    const served = await serve([file]);
    try {
      const { status, stderr } = await trade(
        [file, '--url', served.url, '--clock', 'manual'],
        tokens(served),
      );
      expect(status).toBe(2);
      expect(stderr).toBe(`${served.url}: the clock is paced; serve with --clock manual\n`);
    } finally {
      await served.end('SIGTERM');
    }
  });
});

describe('orrery trade on the wall clock', () => {
  it.concurrent('gets each tick and transaction once until Ctrl-C, and then stops with 0', async () => {
    const file = await strategyScenario(COUNTING);
    const served = await serve([file, '--speed', '500']);
    // The host has the market: here nobody needs its ticks.
    rmSync(join(dirname(file), 'ticks.csv'));
    try {
      const trading = start([file, '--url', served.url], tokens(served));
      await trading.said('enough');
      trading.interrupt();
      const { status, stdout, connected, stderr } = await trading.ended;
      expect(connected).toBe(
        `connected to ${served.url} (this machine): account 101-001-1000001-001, balance 10000.0000 USD; ` +
          'instruments EUR_USD; open streams: prices and transactions\n',
      );
      expect(stderr).toMatch(/^enough\nticks and transactions once each, up to \d\d+\n$/);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^101-001-1000001-001 balance/);
    } finally {
      await served.end('SIGTERM');
    }
  });

  it.concurrent('holds the rules of risk of its account, whatever the host calls the account', async () => {
    const file = await strategyScenario(`export const strategy = () => ({
  onStart(context) {
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
    context.setTimer('said', { after: '1m' });
  },
  onTimer: () => void process.stderr.write('enough\\n'),
});`);
    const served = await serve([file, '--speed', '60']);
    const own = '{ id: 101-001-9-001, risk: { maximumUnits: { total: 50 } }, currency';
    writeFileSync(file, readFileSync(file, 'utf8').replace('{ currency', own));
    try {
      const id = served.accounts[0]?.id ?? '';
      const trading = start([file, '--url', served.url, '--account', id], tokens(served));
      await trading.said('enough');
      trading.interrupt();
      const { stderr } = await trading.ended;
      expect(stderr).toBe(
        'rules of risk: CreateOrder is not sent: POSITION_SIZE_EXCEEDED\nenough\n',
      );
    } finally {
      await served.end('SIGTERM');
    }
  });

  it.concurrent('without a token says which', async () => {
    const args = ['scenarios/breakout.yaml', '--url', 'http://127.0.0.1:1'];
    const { status, stderr } = await trade(args, { ORRERY_TOKEN: '' });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'environment: ORRERY_TOKEN: must hold a token\n',
    });
  });

  it.concurrent('for an account that the token is not good for says so, with 2', async () => {
    const served = await serve(['scenarios/breakout.yaml']);
    try {
      const args = ['scenarios/breakout.yaml', '--url', served.url, '--account', '101-001-9-001'];
      const { status, stdout, stderr } = await trade(args, tokens(served));
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /^http:.* GET \/v3\/accounts\/101-001-9-001\/instruments was answered 403: .*\n$/,
      );
    } finally {
      await served.end('SIGTERM');
    }
  });

  it.concurrent('waits for the answer to a command on Ctrl-C, though not for ever', async () => {
    const file = await strategyScenario(`export const strategy = () => ({
  onStart(context) {
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
    context.setTimer('said', { after: '1m' });
  },
  onTimer: () => void process.stderr.write('enough\\n'),
});`);
    const served = await serve([file, '--speed', '60']);
    const proxy = await proxyTo(served.url, ({ method }) => method === 'POST');
    try {
      const trading = start([file, '--url', proxy.url], tokens(served));
      await trading.said('enough');
      trading.interrupt();
      const { status, stdout, stderr } = await trading.ended;
      expect(stderr).toBe(
        'enough\na command that has not been answered may have taken effect or not\n',
      );
      expect([status, stdout]).toEqual([0, expect.stringContaining('balance 10000.0000 USD')]);
    } finally {
      await proxy.close();
      await served.end('SIGTERM');
    }
  });

  it.concurrent('ends at once on Ctrl-C while a host keeps it waiting, with 130', async () => {
    let asked: () => void = () => undefined;
    const wasAsked = new Promise<void>(resolve => {
      asked = resolve;
    });
    // It never answers.
    const server = createServer(() => asked());
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const trading = start(['scenarios/breakout.yaml', '--url', url], { ORRERY_TOKEN: 'x' });
    await wasAsked;
    trading.interrupt();
    expect(await trading.ended).toEqual({ status: 130, stdout: '', connected: '', stderr: '' });
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['--url', 'ftp://host', '--url'],
    ['--url', 'nonsense', '--url'],
    ['--stream-url', 'localhost:80', '--stream-url'],
    ['--step', '1ms', '--step'],
  ])('refuses %s %s', async (flag, value, named) => {
    const rest = flag === '--url' ? [] : ['--url', 'http://127.0.0.1:1'];
    const args = ['scenarios/breakout.yaml', flag, value, ...rest];
    vi.stubEnv('ORRERY_TOKEN', 'x');
    const { status, stderr } = await commandHere(['trade', ...args]);
    vi.unstubAllEnvs();
    expect([status, stderr.includes(`command line: ${named}: must be`)]).toEqual([2, true]);
  });
});
