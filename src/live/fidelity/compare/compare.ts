/**
 * Replays a captured session on a replica of the account and names each difference between what the
 * host did and what this broker does, with its likely cause.
 */

import { decimal, formatMoney, sum } from '../../../core/base/decimal.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { MICROS_PER_MILLI, parseInstant } from '../../../core/time/instant.js';
import type { Json } from '../recording/json.js';
import type { Capture } from '../recording/read-capture.js';
import type { Cause, TransactionDifference, TransactionPair } from './difference.js';
import { differencesOf } from './differences.js';
import { type ClockKind, hostClock } from './host-clock.js';
import { sessionOf } from './recorded-session.js';
import { runReplica } from './replica.js';

/** How a session is compared. */
export interface CompareOptions {
  /** Default: the account of the first command. */
  readonly accountID?: string;
  /** Milliseconds between a command and its effect in the replica; default 0. */
  readonly latencyMs?: number;
}

/** The result. */
export interface CaptureComparison {
  readonly accountID: string;
  readonly commands: number;
  /** Commands of which no answer was recorded: they are not sent. */
  readonly unanswered: number;
  /**
   * Transactions of the host that were not recorded; null when that is not known. Unless it is 0, what
   * the replica wrote more is not named.
   */
  readonly unseen: number | null;
  /** Quotes that were seen. */
  readonly samples: number;
  /** How the host's clock runs. */
  readonly clock: ClockKind;
  readonly fills: { readonly recorded: number; readonly matched: number };
  /** Differences of matched fills, in pips against the client: mean, and the worst. */
  readonly pips: { readonly mean: number; readonly worst: number };
  /** Milliseconds from sending to acting, of the host: mean, and the worst; null: not known. */
  readonly latencyMs: { readonly mean: number; readonly worst: number } | null;
  /** Realised profit of host and replica, home currency. */
  readonly pl: { readonly recorded: string; readonly replica: string };
  /** Differences by cause. */
  readonly causes: Readonly<Partial<Record<Cause, number>>>;
  readonly differences: readonly TransactionDifference[];
}

/** Compares a captured session. @throws InputError when it does not say how the account stood */
export function compareSession(capture: Capture, options: CompareOptions = {}): CaptureComparison {
  const session = sessionOf(capture, options.accountID);
  const clock = hostClock(session);
  const replica = runReplica(session, clock, options.latencyMs ?? 0);
  const { differences, pairs } = differencesOf(session, replica, clock);
  const recorded = [...session.transactions.values()];
  const filled = pairs.filter(each => each.recorded['type'] === 'ORDER_FILL');
  const late = session.commands.map(each => {
    const acted = parseInstant(String(session.transactions.get(each.ids[0] ?? '')?.['time']));
    return acted === undefined ? 0 : (acted.at - clock.sentAt(each)) / MICROS_PER_MILLI;
  });
  return {
    accountID: String(session.account['id']),
    commands: session.commands.length,
    unanswered: session.unanswered,
    unseen: session.unseen ?? null,
    samples: session.samples.length,
    clock: clock.kind,
    fills: { recorded: recorded.filter(isFill).length, matched: filled.length },
    pips: spreadOf(filled.map(pipsOf)),
    latencyMs: clock.kind === 'wall' && late.length > 0 ? spreadOf(late) : null,
    pl: { recorded: profitOf(recorded), replica: profitOf(replica.transactions) },
    causes: countsOf(differences),
    differences,
  };
}

const isFill = ({ type }: Json) => type === 'ORDER_FILL';

function profitOf(transactions: readonly Json[]): string {
  const amounts = transactions.filter(isFill).map(({ pl }) => decimal(String(pl ?? '0')));
  return formatMoney(sum(amounts));
}

/** How much worse the host's price is, in pips. */
function pipsOf({ recorded, replica }: TransactionPair): number {
  const pip = instrumentTable().get(String(recorded['instrument']))?.pipLocation ?? 0;
  const worse = decimal(String(recorded['price'])).minus(String(replica['price']));
  const against = String(recorded['units']).startsWith('-') ? worse.negated() : worse;
  return against.div(decimal(`1e${pip}`)).toNumber();
}

const HUNDREDTHS = 100;

function spreadOf(values: readonly number[]): { readonly mean: number; readonly worst: number } {
  const total = values.reduce((a, b) => a + b, 0);
  const round = (value: number) => Math.round(value * HUNDREDTHS) / HUNDREDTHS;
  const worst = values.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
  return { mean: values.length === 0 ? 0 : round(total / values.length), worst: round(worst) };
}

function countsOf(differences: readonly TransactionDifference[]): Partial<Record<Cause, number>> {
  const counts: Partial<Record<Cause, number>> = {};
  for (const { cause } of differences) counts[cause] = (counts[cause] ?? 0) + 1;
  return counts;
}
