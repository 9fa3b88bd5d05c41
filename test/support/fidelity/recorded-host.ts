/**
 * An Orrery server that plays a live host, with a capture between it and a small program. Its clock is
 * turned by the test, so that the same session has the same lines of time on every machine.
 */

import { readFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { startServer } from '../../../src/broker/api/server.js';
import { residentWindows } from '../../../src/core/market/tick.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import { startCapture } from '../../../src/live/fidelity/capture/capture.js';
import { type Capture, captureIn } from '../../../src/live/fidelity/recording/read-capture.js';
import { V20Client } from '../../../src/live/remote/wire/v20-client.js';
import { MANUAL_SERVER } from '../api/over-http.js';
import { OWN, sandboxScenario } from '../api/sandbox-scenario.js';
import { temporaryFolder } from '../files/temporary.js';
import { account, at, pair } from '../market/fixtures.js';

const FROM = at('2024-03-05T10:00:00Z');
const SECOND = 1_000_000;
const COUNT = 600;

/** A market with one quote a second, whose mid is 1.10000 + `path` points. */
export function hostScenario(
  overrides: Partial<Scenario> = {},
  { path = () => 0 }: { readonly path?: (second: number) => number } = {},
): Scenario {
  const seconds = [...Array.from({ length: COUNT }).keys()];
  const [window] = residentWindows({
    length: COUNT,
    time: Float64Array.from(seconds, each => FROM + each * SECOND),
    bid: Int32Array.from(seconds, each => 109_995 + path(each)),
    ask: Int32Array.from(seconds, each => 110_005 + path(each)),
  });
  const ticks = {
    instrument: 'EUR_USD',
    digest: '',
    windows: window === undefined ? [] : [window],
  };
  return sandboxScenario({
    market: [{ instrument: pair('EUR_USD'), ticks, halts: [] }],
    accounts: [account({ id: OWN })],
    ...overrides,
  });
}

/** A program on the host, by way of the capture. */
export interface Program {
  /** Sends a request below the account. */
  ask(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Turns the clock of the host, which nobody captures. */
  advance(turn: object): Promise<void>;
  /** Adds a rule of faults to the host. */
  fault(rule: object): Promise<void>;
  /** Sends a market order of EUR_USD. */
  order(units: string, fields?: object): Promise<Record<string, unknown>>;
  /** Sees the present quote. */
  look(): Promise<void>;
  /** Opens the stream of prices and keeps it open. */
  stream(): Promise<void>;
  /** Waits until the stream has shown a time: `2024-03-05T10:00:30`. */
  seen(time: string): Promise<void>;
}

/**
 * Serves the scenario, lets the program trade, and gives what was captured.
 * @param before - what happens on the host before anything is captured.
 */
export async function captured(
  scenario: Scenario,
  program: (program: Program) => Promise<void>,
  before: (program: Program) => Promise<void> = async () => undefined,
): Promise<Capture> {
  const server = await startServer(scenario, MANUAL_SERVER);
  const control = new V20Client(server.url, server.controlToken);
  const [own] = server.accounts;
  const host = { control, path: `/v3/accounts/${own?.id}`, token: own?.token ?? '' };
  const out = join(temporaryFolder(), 'session.jsonl');
  try {
    await programOn({ ...host, url: server.url }, before);
    const capturing = await startCapture({ url: server.url, out, port: 0 });
    await programOn({ ...host, url: capturing.url }, program).finally(() => capturing.close());
  } finally {
    control.close();
    await server.close();
  }
  return captureIn(out, readFileSync(out, 'utf8'));
}

/** Runs a program against a URL, and closes its connections. */
async function programOn(
  host: {
    readonly url: string;
    readonly control: V20Client;
    readonly path: string;
    readonly token: string;
  },
  program: (program: Program) => Promise<void>,
): Promise<void> {
  const { url, control, path: base, token } = host;
  const client = new V20Client(url, token);
  const lines = new Lines();
  const ask = async (method: string, path: string, body?: object) =>
    (await client.send(method, `${base}${path}`, body)).body as Record<string, unknown>;
  try {
    await program({
      ask,
      order: (units, fields = {}) => {
        const order = { type: 'MARKET', instrument: 'EUR_USD', units, ...fields };
        return ask('POST', '/orders', { order });
      },
      look: async () => void (await ask('GET', '/pricing?instruments=EUR_USD')),
      advance: async turn => void (await control.send('POST', '/_sim/clock/advance', turn)),
      fault: async rule => {
        const { status, body } = await control.send('POST', '/_sim/faults', rule);
        if (status !== 201) throw new Error(JSON.stringify(body));
      },
      stream: () => lines.open(`${url}${base}/pricing/stream?instruments=EUR_USD`, token),
      seen: time => lines.until(time),
    });
  } finally {
    client.close();
    lines.close();
  }
}

/** What a stream has shown. */
class Lines {
  #text = '';
  #call: ClientRequest | undefined;

  close(): void {
    this.#call?.destroy();
  }

  open(url: string, token: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const call = request(url, { headers: { authorization: `Bearer ${token}` }, agent: false });
      call.on('response', answer => {
        answer.on('data', chunk => {
          this.#text += chunk;
        });
        answer.on('error', () => undefined);
        resolve();
      });
      call.on('error', reject);
      call.end();
      this.#call = call;
    });
  }

  async until(time: string): Promise<void> {
    for (let waited = 0; waited < 6_000; waited++) {
      if (this.#text.includes(`"time":"${time}`)) return;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    throw new Error(`never saw ${time}: ${this.#text.slice(-300)}`);
  }
}
