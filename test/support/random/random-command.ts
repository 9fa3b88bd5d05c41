/**
 * Commands of a random run, some of which name things that are not there. A run draws first which
 * kinds of command it uses at all, so that rare mixtures come up.
 */

import type { Prng } from '../../../src/core/base/prng.js';
import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { ClientExtensions } from '../../../src/core/order/order.js';
import { pick, pickSome } from './draw.js';
import {
  makeDependent,
  makeEntry,
  near,
  randomDistance,
  randomId,
  type Situation,
} from './random-request.js';

/** How a command of each kind is drawn. */
const MAKERS = {
  order: at => ({ type: 'CreateOrder', order: makeEntry(at) }),
  dependent: at => ({ type: 'CreateOrder', order: makeDependent(at) }),
  replace: at => ({
    type: 'ReplaceOrder',
    orderSpecifier: at.random.nextInt(0, 9) === 0 ? '@a' : randomId(at.random),
    order: at.random.nextInt(0, 2) === 0 ? makeDependent(at) : makeEntry(at),
  }),
  cancel: ({ random }) => ({
    type: 'CancelOrder',
    orderSpecifier: random.nextInt(0, 4) === 0 ? '@b' : randomId(random),
  }),
  close: ({ random }) => ({
    type: 'CloseTrade',
    tradeSpecifier: randomId(random),
    ...(random.nextInt(0, 1) === 0 ? {} : { units: pick(random, ['10', '500', '0', '99999']) }),
  }),
  trade: setTradeOrders,
  position: ({ random, instrument }) => ({
    type: 'ClosePosition',
    instrument: instrument.name,
    longUnits: pick(random, ['ALL', 'NONE', '100']),
    shortUnits: pick(random, ['ALL', 'NONE', 'NONE', '100']),
  }),
  account: aboutAccount,
  extensions: setExtensions,
} satisfies Readonly<Record<string, (at: Situation) => Command>>;

/** A kind of command. */
export type Maker = keyof typeof MAKERS;

/** The kinds that a run uses; a kind that is named more often is drawn more often. */
export function drawMakers(random: Prng): readonly Maker[] {
  const all: Maker[] = [
    'dependent',
    'replace',
    'cancel',
    'close',
    'trade',
    'position',
    'account',
    'extensions',
  ];
  return ['order', 'order', 'order', 'order', ...pickSome(random, all)];
}

/** Draws one of the kinds, then a command of it. */
export function makeCommand(makers: readonly Maker[], at: Situation): Command {
  return MAKERS[pick(at.random, makers)](at);
}

function setTradeOrders(at: Situation): Command {
  const { random } = at;
  return {
    type: 'SetTradeOrders',
    tradeSpecifier: randomId(random),
    ...(random.nextInt(0, 1) === 0
      ? { takeProfit: pick(random, [null, { price: near(at) }]) }
      : {}),
    ...(random.nextInt(0, 1) === 0 ? { stopLoss: pick(random, [null, { price: near(at) }]) } : {}),
    ...(random.nextInt(0, 3) === 0 ? { trailingStopLoss: { distance: randomDistance(at) } } : {}),
  };
}

function setExtensions({ random }: Situation): Command {
  const [order, trade] = [randomExtensions(random), randomExtensions(random)];
  return random.nextInt(0, 1) === 0
    ? {
        type: 'SetOrderClientExtensions',
        orderSpecifier: pick(random, [randomId(random), '@a', '@b']),
        ...(order === undefined ? {} : { clientExtensions: order }),
        ...(trade === undefined ? {} : { tradeClientExtensions: trade }),
      }
    : {
        type: 'SetTradeClientExtensions',
        tradeSpecifier: pick(random, [randomId(random), '@t', '@u']),
        ...(trade === undefined ? {} : { clientExtensions: trade }),
      };
}

function randomExtensions(random: Prng): ClientExtensions | undefined {
  return pick<ClientExtensions | undefined>(random, [
    { id: pick(random, ['a', 'b', 'c', '']) },
    { tag: 'tag', comment: 'why' },
    { id: 'z', tag: 'x'.repeat(129) },
    undefined,
  ]);
}

function aboutAccount({ random }: Situation): Command {
  return pick<Command>(random, [
    { type: 'ConfigureAccount', marginRate: pick(random, ['0.02', '0.1', '0.5', '2']) },
    {
      type: 'TransferFunds',
      amount: pick(random, ['500', '-100', '-9999', '0']),
      ...(random.nextInt(0, 3) === 0 ? {} : { fundingReason: 'CLIENT_FUNDING' }),
    },
    { type: 'ResetResettablePL' },
    { type: 'ConfigureAccount', alias: pick(random, ['mine', 'yours']) },
    { type: random.nextInt(0, 3) === 0 ? 'CloseAccount' : 'ReopenAccount' },
  ]);
}
