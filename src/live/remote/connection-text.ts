/**
 * What a run against a host says when it has connected: to which host, whether money is real there,
 * and with what it trades.
 */

import type { StrategyAccount } from '../../core/strategy/account.js';

/** What a run has connected to. */
export interface HostConnection {
  /** The account as it was read first. */
  readonly account: Pick<StrategyAccount, 'id' | 'balance' | 'currency'>;
  /** Names of the account's instruments. */
  readonly instruments: readonly string[];
  /** Names of the streams that are open; undefined for a run that needs none. */
  readonly streams?: readonly string[] | undefined;
}

/** Instruments that are named; of more, the number is given. */
const NAMED_MAX = 5;

/**
 * One line for people, without a line end.
 * @param url - of the host. @param streamUrl - of its streams.
 */
export function connectionText(
  { account: { id, balance, currency }, instruments, streams }: HostConnection,
  url: string,
  streamUrl = url,
): string {
  const from = streamUrl === url ? '' : ` at ${streamUrl}`;
  const open = streams?.length === 0 ? 'none' : streams?.join(' and ');
  return [
    `connected to ${url} (${environmentOf(url)}): account ${id}, balance ${balance} ${currency}`,
    `instruments ${listed(instruments)}`,
    ...(open === undefined ? [] : [`open streams${from}: ${open}`]),
  ].join('; ');
}

/** What the name of a host says of the money there. */
function environmentOf(url: string): string {
  const { hostname } = new URL(url);
  if (hostname.includes('fxpractice')) return 'practice';
  if (hostname.includes('fxtrade')) return 'LIVE: real money';
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return isHere ? 'this machine' : 'by its name neither practice nor live';
}

function listed(names: readonly string[]): string {
  const named = names.slice(0, NAMED_MAX).join(', ');
  const others = names.length - NAMED_MAX;
  return others > 0 ? `${named} and ${others} more` : named;
}
