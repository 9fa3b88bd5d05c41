/** A server of two guests with a store, in a process of its own, and the requests that a bench of it sends. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MAIN } from '../measuring/child.js';
import { KeepAlive } from '../measuring/keep-alive.js';

/** The key of each guest. */
export const KEYS = { anna: 'the-key-of-anna-in-the-bench', ben: 'the-key-of-ben-in-the-bench' };

/** A server that was started. */
export interface GuestServer {
  readonly url: string;
  readonly controlToken: string;
  readonly child: ChildProcess;
}

/** A simulation of a guest. */
export interface GuestSimulation {
  readonly id: string;
  readonly account: string;
  readonly token: string;
  /** The last transaction that was acknowledged. */
  acknowledged: number;
}

/** Starts a server whose store is in `folder`. @param parkAfter - the flag `--park-after`. */
export async function startGuests(folder: string, parkAfter: string): Promise<GuestServer> {
  const guests = join(folder, 'guests.json');
  const list = Object.entries(KEYS).map(([name, key]) => ({ name, key }));
  await writeFile(guests, JSON.stringify({ guests: list }), { mode: 0o600 });
  const store = ['--store', join(folder, 'store'), '--guests', guests, '--park-after', parkAfter];
  const limits = ['--max-simulations', 'none', '--idle-timeout', 'none'];
  const words = ['--json', '--port', '0', '--clock', 'manual', '--scenarios', 'scenarios'];
  const child = spawn(process.execPath, [MAIN, 'serve', ...words, ...store, ...limits], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { ...(JSON.parse(String(line)) as Omit<GuestServer, 'child'>), child };
}

/** Ends a server at once. */
export async function kill({ child }: GuestServer): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Owns a connection to a server of guests, which has one request at a time. */
export class GuestConnection {
  readonly #connection: KeepAlive;

  private constructor(connection: KeepAlive) {
    this.#connection = connection;
  }

  static async open({ url }: GuestServer): Promise<GuestConnection> {
    return new GuestConnection(await KeepAlive.open(url));
  }

  /** Sends a request. @returns the answer's JSON. @throws Error when it is refused. */
  async ask(method: string, path: string, token: string, body?: object): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const answer = Buffer.concat(await this.#connection.ask(method, path, token, text)).toString();
    if (!ACCEPTED.test(answer)) throw new Error(`${method} ${path}: ${answer}`);
    return JSON.parse(answer.slice(answer.indexOf('{')));
  }

  /** Makes a simulation of the guest with `key`. @param scenario - a file of `scenarios`. */
  async make(key: string, scenario: string): Promise<GuestSimulation> {
    const made = await this.ask('POST', '/_sim/simulations', key, { scenario });
    const [account] = made['accounts'] as readonly { id: string; token: string }[];
    const { id = '', token = '' } = account ?? {};
    return { id: String(made['id']), account: id, token, acknowledged: 0 };
  }

  /** Makes a simulation with an order in it. */
  async tradedIn(key: string): Promise<GuestSimulation> {
    const made = await this.make(key, 'market-order.yaml');
    await this.ask('POST', `/_sim/simulations/${made.id}/clock/advance`, key, { ticks: 1 });
    await this.order(made, '10');
    return made;
  }

  /** Sends a market order, and notes what was acknowledged. */
  async order(made: GuestSimulation, units: string): Promise<void> {
    const path = `/v3/accounts/${made.account}/orders`;
    const order = { type: 'MARKET', instrument: 'EUR_USD', units };
    const { lastTransactionID } = await this.ask('POST', path, made.token, { order });
    made.acknowledged = Number(lastTransactionID);
  }

  /** The last transaction of a simulation. */
  async last({ account, token }: GuestSimulation): Promise<number> {
    const path = `/v3/accounts/${account}/summary`;
    return Number((await this.ask('GET', path, token))['lastTransactionID']);
  }

  close(): void {
    this.#connection.close();
  }
}

const ACCEPTED = /^HTTP\/1\.1 20[01] /;
type Answer = Readonly<Record<string, unknown>>;

/** A figure of `/metrics`. */
export async function metricOf({ url }: GuestServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}

/** Does `work` for each of `count` numbers over some connections at one time. */
export async function overConnections(
  server: GuestServer,
  [lanes, count]: readonly [lanes: number, count: number],
  work: (connection: GuestConnection, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    const connection = await GuestConnection.open(server);
    for (let at = next++; at < count; at = next++) await work(connection, at);
    connection.close();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
