/**
 * The careful half of every client: reads that are asked again until they are answered, orders that
 * a lost answer cannot double, and a stop loss for each trade. Planted clients go round one part of it.
 */

import type { Body, CampaignWorld, ClientAnswer } from '../../world.js';

export const INSTRUMENT = 'EUR_USD';
/** Units that most clients intend to hold at their end. */
export const TARGET = 1000;
/** Most units of one order. */
export const TRANCHE = 500;
/** Simulated seconds after which a client gives up. */
const LASTS = 1500;
/** Seconds of its time that a client keeps for a last try, whatever Retry-After says. */
const RESERVE = 60;
/** Seconds until a request that nobody answered, or an order that was refused, is tried again. */
const PAUSE = 5;
/** Widest spread at which a client buys, and how much worse than the ask it buys, in dollars. */
const SPREAD_MAX = 0.001;
const SLIPPAGE_MAX = 0.0005;
/** Distance of a stop loss from the price, in dollars: far, so that only the goal ends a trade. */
const STOP = '0.05000';

/** The fields of a v20 trade that clients read. */
export interface Trade {
  readonly id: string;
  readonly instrument: string;
  readonly currentUnits: string;
  readonly stopLossOrder?: unknown;
}

/** The fields of a v20 transaction that clients read. */
export interface Transaction {
  readonly id: string;
  readonly type: string;
  readonly instrument?: string;
  readonly units?: string;
}

/** The fields of a v20 price that clients read. */
interface Price {
  readonly tradeable: boolean;
  readonly asks: readonly { readonly price: string; readonly liquidity: number }[];
  readonly bids: readonly { readonly price: string }[];
}

/** Access of a client to its account, from its start to its end. */
export class Desk {
  readonly #account: string;
  readonly #end: number;

  constructor(readonly world: CampaignWorld) {
    this.#account = `/v3/accounts/${world.accountID}`;
    this.#end = world.now() + LASTS;
  }

  /** Whether the client still has time. */
  get isOpen(): boolean {
    return this.world.now() < this.#end;
  }

  /** Sends one request; `path` follows the account. @returns undefined when no answer came. */
  async send(method: string, path: string, body?: unknown): Promise<ClientAnswer | undefined> {
    try {
      return await this.world.request(method, this.#account + path, body);
    } catch {
      return undefined;
    }
  }

  /** Waits before another try: as long as `answer` says, but not over the client's end. */
  async pause(answer?: ClientAnswer): Promise<void> {
    const asked = Number(answer?.headers['retry-after']) || PAUSE;
    const left = this.#end - RESERVE - this.world.now();
    await this.world.wait(Math.max(PAUSE, Math.min(asked, left)));
  }

  /** Reads, as often as it takes. @throws Error when no proper answer comes before the end. */
  async read(path: string): Promise<Body> {
    while (this.isOpen) {
      const answer = await this.send('GET', path);
      if (answer?.status === 200) return answer.body;
      await this.pause(answer);
    }
    throw new Error(`no proper answer to ${path} before the end`);
  }

  /** The open trades of the instrument. */
  async trades(): Promise<readonly Trade[]> {
    const { trades } = await this.read('/openTrades');
    return (trades as Trade[]).filter(({ instrument }) => instrument === INSTRUMENT);
  }

  /** The units that the account holds now. */
  async held(): Promise<number> {
    return (await this.trades()).reduce((sum, { currentUnits }) => sum + Number(currentUnits), 0);
  }

  /** The id of the account's last transaction. */
  async lastID(): Promise<string> {
    return String((await this.read('/summary'))['lastTransactionID']);
  }

  /** The transactions after `id`, in the order of their ids. */
  async since(id: string): Promise<readonly Transaction[]> {
    return (await this.read(`/transactions/sinceid?id=${id}`))['transactions'] as Transaction[];
  }

  /**
   * Sends one order at the market with a stop loss, once.
   * @param fields - fields of the order that differ.
   */
  order(units: number, fields: object = {}): Promise<ClientAnswer | undefined> {
    const order = {
      type: 'MARKET',
      instrument: INSTRUMENT,
      units: String(units),
      timeInForce: 'FOK',
      stopLossOnFill: { distance: STOP },
      ...fields,
    };
    return this.send('POST', '/orders', { order });
  }

  /**
   * Buys until `target` units are held. The trade is named after what was held before, and a broker
   * has no two open trades of one name: an order that arrives twice, or late, is refused.
   * @param fields - fields of its orders that differ.
   * @throws Error when the time is over.
   */
  async reach(target: number, fields: object = {}): Promise<void> {
    while (this.isOpen) {
      const held = await this.held();
      if (held >= target) return;
      const price = await this.#calmPrice();
      const ask = price?.asks[0];
      if (ask === undefined) {
        await this.pause();
        continue;
      }
      const name = { id: `above-${held}` };
      const answer = await this.order(Math.min(TRANCHE, target - held), {
        timeInForce: 'IOC',
        priceBound: (Number(ask.price) + SLIPPAGE_MAX).toFixed(5),
        clientExtensions: name,
        tradeClientExtensions: name,
        ...fields,
      });
      if (answer?.body['orderFillTransaction'] === undefined) await this.pause(answer);
    }
    throw new Error(`not ${target} units before the end`);
  }

  /** The price, or undefined when nobody should buy at it. */
  async #calmPrice(): Promise<Price | undefined> {
    const { prices } = await this.read(`/pricing?instruments=${INSTRUMENT}`);
    const price = (prices as Price[])[0];
    const spread = Number(price?.asks[0]?.price) - Number(price?.bids[0]?.price);
    return price?.tradeable === true && spread <= SPREAD_MAX ? price : undefined;
  }

  /** Sends a stop loss for a trade, once. */
  protectOnce({ id }: Trade): Promise<ClientAnswer | undefined> {
    return this.send('PUT', `/trades/${id}/orders`, { stopLoss: { distance: STOP } });
  }

  /** Gives every trade without a stop loss one, and looks that it has it. @throws Error when the time is over. */
  async protect(): Promise<void> {
    while (this.isOpen) {
      const bare = (await this.trades()).find(({ stopLossOrder }) => stopLossOrder === undefined);
      if (bare === undefined) return;
      const answer = await this.protectOnce(bare);
      if (answer?.status !== 200) await this.pause(answer);
    }
    throw new Error('trades without a stop loss at the end');
  }

  /** Closes each open trade, and looks that it is closed. @throws Error when the time is over. */
  async flatten(): Promise<void> {
    while (this.isOpen) {
      const trade = (await this.trades())[0];
      if (trade === undefined) return;
      const answer = await this.send('PUT', `/trades/${trade.id}/close`);
      if (answer?.body['orderFillTransaction'] === undefined) await this.pause(answer);
    }
    throw new Error('not flat before the end');
  }
}
