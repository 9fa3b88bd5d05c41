/**
 * Random commands other than plain orders: they name orders and trades by id or
 * client id, and sometimes ones that do not exist.
 */

import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type {
  ClientExtensions,
  DependentDetails,
  OrderRequest,
} from '../../../src/core/order/order.js';
import type { Dice } from './prng.js';
import {
  type DetailsKind,
  type Features,
  orderExtensions,
  priceOf,
  randomDetails,
  randomOrder,
  type Scene,
  specifierOf,
  tradeExtensions,
} from './random-order.js';

/** Kinds that a run may enable; closing accounts is left to unit tests. */
export type CommandKind = Exclude<Command['type'], 'CloseAccount' | 'ReopenAccount'>;

/** A command of the kind; one that needs an open thing mostly waits until there is one. */
export function randomCommand(
  dice: Dice,
  features: Features,
  wanted: CommandKind,
  scene: Scene,
): Command {
  const idle =
    (NEEDS_ORDER.includes(wanted) && scene.orders.length === 0) ||
    (NEEDS_TRADE.includes(wanted) && scene.trades.length === 0);
  const kind = idle && !dice.oneIn(12) ? 'CreateOrder' : wanted;
  const order = scene.orders.length > 0 ? dice.pick(scene.orders) : undefined;
  const trade = scene.trades.length > 0 ? dice.pick(scene.trades) : undefined;
  const orderSpecifier = specifierOf(dice, order, scene);
  const tradeSpecifier = specifierOf(dice, trade, scene);
  return MAKERS[kind]({ dice, features, scene, order, trade, orderSpecifier, tradeSpecifier });
}

/** What a command is made from. */
interface Sketch {
  readonly dice: Dice;
  readonly features: Features;
  readonly scene: Scene;
  /** What the specifiers mostly name; absent when nothing is open. */
  readonly order: Scene['orders'][number] | undefined;
  readonly trade: Scene['trades'][number] | undefined;
  readonly orderSpecifier: string;
  readonly tradeSpecifier: string;
}

const MAKERS: Readonly<Record<CommandKind, (sketch: Sketch) => Command>> = {
  CreateOrder: ({ dice, features, scene }) => ({
    type: 'CreateOrder',
    order: randomOrder(dice, features, scene),
  }),
  ReplaceOrder({ dice, features, scene, order, orderSpecifier }) {
    const type = dice.oneIn(10) ? undefined : order?.type;
    const made = randomOrder(dice, features, scene, type);
    return { type: 'ReplaceOrder', orderSpecifier, order: namingTrade(made, scene) };
  },
  CancelOrder: ({ orderSpecifier }) => ({ type: 'CancelOrder', orderSpecifier }),
  SetOrderClientExtensions: ({ dice, scene, orderSpecifier }) => ({
    type: 'SetOrderClientExtensions',
    orderSpecifier,
    ...(dice.oneIn(6) ? {} : { clientExtensions: orderExtensions(dice) }),
    ...(dice.oneIn(4) ? { tradeClientExtensions: freeTradeExtensions(dice, scene) } : {}),
  }),
  CloseTrade: ({ dice, tradeSpecifier }) => ({
    type: 'CloseTrade',
    tradeSpecifier,
    ...optional('units', partial(dice)),
  }),
  SetTradeClientExtensions({ dice, tradeSpecifier }) {
    const clientExtensions = dice.oneIn(10) ? undefined : tradeExtensions(dice);
    const given = optional('clientExtensions', clientExtensions);
    return { type: 'SetTradeClientExtensions', tradeSpecifier, ...given };
  },
  SetTradeOrders: ({ dice, features, scene, trade, tradeSpecifier }) => ({
    type: 'SetTradeOrders',
    tradeSpecifier,
    ...tradeOrders(dice, features, scene, trade),
  }),
  ClosePosition({ dice, scene, trade }) {
    const { instrument } = priceOf(dice, scene, trade?.instrument);
    const fitting = trade?.long === false ? SHORT_SIDES : LONG_SIDES;
    return { type: 'ClosePosition', instrument, ...dice.pick(dice.oneIn(4) ? SIDES : fitting) };
  },
  ConfigureAccount({ dice }) {
    const rate = dice.pick(['0.02', '0.03', '0.05', '0.10', '0.50', '1', '0', '25']);
    return {
      type: 'ConfigureAccount',
      ...(dice.oneIn(3) ? { alias: `Renamed ${dice.between(1, 9)}` } : {}),
      ...(dice.oneIn(3) ? {} : { marginRate: rate }),
    };
  },
  TransferFunds({ dice }) {
    const amount = dice.pick(['100', '2500.5', '-50', '-250.25', '-900', '-100000', '0']);
    const reason = dice.oneIn(10) ? undefined : 'CLIENT_FUNDING';
    return { type: 'TransferFunds', amount, ...optional('fundingReason', reason) };
  },
  ResetResettablePL: () => ({ type: 'ResetResettablePL' }),
};

/** The order with a trade, if it names none: whether it then has that of the old one is not settled. */
function namingTrade(order: OrderRequest, scene: Scene): OrderRequest {
  if (order.tradeID !== undefined || order.clientTradeID !== undefined) return order;
  return { ...order, tradeID: String(scene.trades[0]?.id ?? scene.lastId) };
}

/** Extensions whose id no open trade has. */
function freeTradeExtensions(dice: Dice, { trades }: Scene): ClientExtensions {
  const extensions = tradeExtensions(dice);
  const isTaken = trades.some(({ clientId }) => clientId === extensions.id);
  return isTaken ? { tag: 'late' } : extensions;
}

const NEEDS_ORDER: readonly CommandKind[] = [
  'ReplaceOrder',
  'CancelOrder',
  'SetOrderClientExtensions',
];
const NEEDS_TRADE: readonly CommandKind[] = [
  'CloseTrade',
  'SetTradeClientExtensions',
  'SetTradeOrders',
  'ClosePosition',
];

const LONG_SIDES = [
  { longUnits: 'ALL', shortUnits: 'NONE' },
  { longUnits: '500', shortUnits: 'NONE' },
  { shortUnits: 'NONE' },
  { longUnits: 'ALL' },
  { longUnits: '300' },
  { longUnits: '', shortUnits: '' },
] as const;
const SHORT_SIDES = [
  { longUnits: 'NONE', shortUnits: 'ALL' },
  { longUnits: 'NONE', shortUnits: '1000' },
  { longUnits: 'NONE' },
  { shortUnits: 'ALL' },
  { shortUnits: '300' },
  { longUnits: '', shortUnits: 'ALL' },
] as const;
const SIDES = [
  {},
  { longUnits: 'ALL', shortUnits: 'NONE' },
  { longUnits: 'NONE', shortUnits: 'ALL' },
  { longUnits: 'ALL' },
  { shortUnits: 'ALL' },
  { longUnits: 'ALL', shortUnits: 'ALL' },
  { longUnits: '100', shortUnits: '100' },
  { longUnits: 'NONE', shortUnits: 'NONE' },
] as const;

function partial(dice: Dice): string | undefined {
  return dice.pick([undefined, 'ALL', '50', '100', '500', '1000', '4000', '1000000']);
}

/** The member, unless it is undefined. */
function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [key in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [key in Key]: Value });
}

type TradeOrders = {
  -readonly [key in
    | 'takeProfit'
    | 'stopLoss'
    | 'trailingStopLoss'
    | 'guaranteedStopLoss']?: DependentDetails | null;
};

/** One or two kinds; a client id on at most one of them. */
function tradeOrders(
  dice: Dice,
  features: Features,
  scene: Scene,
  trade: Scene['trades'][number] | undefined,
): TradeOrders {
  const price = priceOf(dice, scene, trade?.instrument);
  const level = Math.floor((price.bid + price.ask) / 2);
  const opening = { price, level, long: trade?.long ?? true };
  const details = (kind: DetailsKind): DependentDetails | null =>
    dice.oneIn(5) ? null : randomDetails(dice, kind, opening);
  const orders: TradeOrders = {};
  if (dice.oneIn(2)) orders.takeProfit = details('TAKE_PROFIT');
  if (dice.oneIn(2)) orders.stopLoss = details('STOP_LOSS');
  if (dice.oneIn(3)) orders.trailingStopLoss = details('TRAILING_STOP_LOSS');
  if (features.guaranteed && dice.oneIn(3)) orders.guaranteedStopLoss = details('STOP_LOSS');
  if (features.clientIds && dice.oneIn(3) && orders.takeProfit) {
    orders.takeProfit = { ...orders.takeProfit, clientExtensions: orderExtensions(dice) };
  }
  return orders;
}
