/**
 * The facts about a client from a run without faults: its requests and their times, its trades, its
 * streams.
 */

import { type Decimal, decimal } from '../../../../core/base/decimal.js';
import { instantOf } from '../../../../core/time/instant.js';
import type { Evidence, FaultReach, Subject } from '../../subject.js';

/** Faults begin and end before these parts of the window, so that a client has time to put things right. */
const FAULTS_BEGIN = 0.4;
const CALM_AFTER = 0.6;
const WRITE = /^(create|replace|cancel|close|set)/;

/** Requests and fills of a calm run, as cases of a suite draw from them. Instants: microseconds since 1970. */
export interface CalmFacts {
  readonly reach: ReadonlySet<FaultReach>;
  /** The window, and when faults must be over. */
  readonly from: number;
  readonly to: number;
  readonly calmFrom: number;
  /** When the client ended in the calm run. */
  readonly endedAt: number;
  /** The instants at which each operation was asked for, while faults may begin; without streams. */
  readonly asked: ReadonlyMap<string, readonly number[]>;
  /** Lines of each stream that was opened, while faults may begin. */
  readonly streams: ReadonlyMap<string, number>;
  /** The traded instruments with the largest order that was filled, in units. */
  readonly traded: ReadonlyMap<string, Decimal>;
}

/** The facts of a run without faults. */
export function calmFacts(subject: Subject, { requests, ledger, endedAt }: Evidence): CalmFacts {
  const { from, to, reach } = subject;
  const begun = from + (to - from) * FAULTS_BEGIN;
  const asked = new Map<string, number[]>();
  const streams = new Map<string, number>();
  for (const { operation, time, lines } of requests) {
    if (operation.startsWith('stream')) {
      streams.set(operation, Math.max(streams.get(operation) ?? 0, lines ?? 0));
    } else if (instantOf(time) < begun) {
      asked.set(operation, [...(asked.get(operation) ?? []), instantOf(time)]);
    }
  }
  const traded = new Map<string, Decimal>();
  for (const each of ledger) {
    if (each.type !== 'ORDER_FILL') continue;
    const units = decimal(each.units).abs();
    const known = traded.get(each.instrument);
    if (known === undefined || units.gt(known)) traded.set(each.instrument, units);
  }
  return {
    ...{ reach, from, to, endedAt, asked, traded },
    calmFrom: Math.floor(from + (to - from) * CALM_AFTER),
    streams: new Map(
      Array.from(streams, ([name, lines]) => [name, Math.floor(lines * FAULTS_BEGIN)]),
    ),
  };
}

/** The operations that change something, and that the client asked for. */
export function writesOf({ asked }: CalmFacts): readonly string[] {
  return [...asked.keys()].filter(isWrite);
}

/** Whether an operation changes something. */
export function isWrite(operation: string): boolean {
  return WRITE.test(operation);
}
