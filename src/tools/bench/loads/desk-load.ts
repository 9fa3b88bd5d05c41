/**
 * What lies in the account of a busy dashboard: trades that are open with a stop and a profit, and the
 * transactions of those that were opened and closed before. Orders go on at a steady rate afterwards.
 */

import { setTimeout } from 'node:timers/promises';
import { KeepAlive } from '../measuring/keep-alive.js';

/** A server, as its line of JSON says it. */
export interface DeskServer {
  readonly url: string;
  readonly controlToken: string;
  readonly accounts: readonly { readonly id: string; readonly token: string }[];
}

/** What there is to be in the account. */
export interface DeskLoad {
  readonly instruments: readonly string[];
  readonly trades: number;
  readonly transactions: number;
}

/** Transactions of a trade that is opened and closed: two orders with their fills. */
const OF_A_ROUND = 4;
/** Rounds between two steps of time: a bot does not trade everything at one instant. */
const AT_ONCE = 100;
const STEP = '100ms';
const EACH_MS = 1_000;
/** Far enough that the trades stay open. */
const LEVELS = {
  stopLossOnFill: { distance: '0.500' },
  trailingStopLossOnFill: { distance: '0.900' },
};

/** Opens and closes trades until there are as many transactions, and then opens those that stay. */
export async function fillAccount(server: DeskServer, load: DeskLoad): Promise<void> {
  const client = await Client.open(server);
  for (let round = 0; round < load.transactions / OF_A_ROUND; round++) {
    const instrument = load.instruments[round % load.instruments.length] as string;
    await client.order(instrument, '1');
    await client.order(instrument, '-1');
    if (round % AT_ONCE === 0) await client.step();
  }
  for (let trade = 0; trade < load.trades; trade++) {
    const instrument = load.instruments[trade % load.instruments.length] as string;
    const units = trade % load.instruments.length < load.instruments.length / 2 ? '100' : '-100';
    await client.order(instrument, units, LEVELS);
    if (trade % load.instruments.length === 0) await client.step();
  }
  client.close();
}

/** Starts the clock, and trades once a second until the returned function is called. */
export async function goOn(
  server: DeskServer,
  { instruments }: DeskLoad,
): Promise<() => Promise<void>> {
  const client = await Client.open(server);
  await client.play();
  let isOver = false;
  const trading = async () => {
    for (let turn = 0; !isOver; turn++) {
      const instrument = instruments[turn % instruments.length] as string;
      await client.order(instrument, '1');
      await client.order(instrument, '-1');
      await setTimeout(EACH_MS);
    }
  };
  const traded = trading();
  return async () => {
    isOver = true;
    await traded;
    client.close();
  };
}

/** Owns one connection to a server; requests on it follow each other. */
class Client {
  readonly #server: DeskServer;
  readonly #connection: KeepAlive;

  private constructor(server: DeskServer, connection: KeepAlive) {
    this.#server = server;
    this.#connection = connection;
  }

  static async open(server: DeskServer): Promise<Client> {
    return new Client(server, await KeepAlive.open(server.url));
  }

  async order(instrument: string, units: string, levels: object = {}): Promise<void> {
    const [{ id, token } = { id: '', token: '' }] = this.#server.accounts;
    const order = { type: 'MARKET', instrument, units, ...levels };
    await this.#post(`/v3/accounts/${id}/orders`, token, { order });
  }

  step(): Promise<void> {
    return this.#control('clock/advance', { by: STEP });
  }

  play(): Promise<void> {
    return this.#control('clock/play', { speed: 1 });
  }

  close(): void {
    this.#connection.close();
  }

  #control(verb: string, body: object): Promise<void> {
    return this.#post(`/_sim/${verb}`, this.#server.controlToken, body);
  }

  async #post(path: string, token: string, body: object): Promise<void> {
    const answer = await this.#connection.ask('POST', path, token, JSON.stringify(body));
    const [head = ''] = Buffer.concat(answer).toString('latin1').split('\r\n', 1);
    if (!/ 20[01] /.test(head)) throw new Error(`${path}: ${Buffer.concat(answer).toString()}`);
  }
}
