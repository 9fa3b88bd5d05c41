/**
 * What the rules do to one request: waits, an answer that is lost or replaced, a refusal, orders that
 * reads do not know yet.
 */

import type { ErrorAnswer } from '../../../core/fault/rule.js';
import type { RejectReason } from '../../../core/reason/reject-reasons.js';
import type { RuleAtWork } from './draws.js';

/** What is done to one request. */
export interface RequestPlan {
  /** The id of the first rule that did something; absent as long as none did. */
  readonly rule?: string;
  /** Wall microseconds before the request is looked at. */
  readonly waitBefore: number;
  /** Wall microseconds between its effect and its answer. */
  readonly waitAfter: number;
  /** How its own answer is lost; absent when it is sent. */
  readonly lost?: {
    /** Absent: the connection is reset. */
    readonly error?: ErrorAnswer;
    /** Whether the request takes effect. */
    readonly applied: boolean;
  };
  readonly refuse?: RejectReason;
  readonly hides?: (id: number, time: string) => boolean;
}

/** What a plan is made for. */
export interface PlanRequest {
  readonly operation: string;
  /** Simulated microseconds. */
  readonly now: () => number;
  /** Records that a rule has fired. @param did - what it does, in a few words. */
  readonly note: (rule: RuleAtWork, did: string) => void;
}

/** Operations that show orders. */
const ORDER_READS: ReadonlySet<string> = new Set(['getOrder', 'listOrders', 'listPendingOrders']);
/** Operations that make an order that can be refused. */
const ORDER_WRITES: ReadonlySet<string> = new Set(['createOrder', 'replaceOrder']);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The plan of the rules that fire; undefined when none does. */
export function planOf(
  rules: readonly RuleAtWork[],
  request: PlanRequest,
): RequestPlan | undefined {
  const { operation, now, note } = request;
  const plan: Mutable<RequestPlan> = { waitBefore: 0, waitAfter: 0 };
  const lags: RuleAtWork[] = [];
  let isTouched = false;
  for (const each of rules) {
    const { rule } = each;
    if (!each.concerns(operation, now())) continue;
    if (rule.lag !== undefined) {
      if (ORDER_READS.has(operation)) lags.push(each);
      continue;
    }
    if (rule.reject !== undefined && !ORDER_WRITES.has(operation)) continue;
    if (!each.fires()) continue;
    isTouched = true;
    plan.rule ??= rule.id;
    note(each, apply(plan, each));
    if (plan.lost !== undefined) break;
  }
  if (lags.length > 0) plan.hides = hider(lags, request);
  return isTouched || lags.length > 0 ? plan : undefined;
}

/** Adds what a rule does. @returns it in words. */
function apply(plan: Mutable<RequestPlan>, each: RuleAtWork): string {
  const { latency, applied, error, reset, reject } = each.rule;
  const did: string[] = [];
  if (latency !== undefined) {
    const wait = each.lengthIn(latency);
    if (applied) plan.waitAfter += wait;
    else plan.waitBefore += wait;
    did.push(`latency ${wait / 1_000} ms`);
  }
  if (reject !== undefined) {
    plan.refuse = reject;
    did.push(`rejected: ${reject}`);
  }
  if (error !== undefined || reset) {
    plan.lost = { applied, ...(error === undefined ? {} : { error }) };
    const what = error === undefined ? 'connection reset' : `error ${error.status}`;
    did.push(applied ? `applied, then ${what}` : what);
  }
  return did.join(', ');
}

/** Tells whether an order is hidden; the first hidden order of a request is recorded. */
function hider(lags: readonly RuleAtWork[], { now, note }: PlanRequest) {
  const at = now();
  let isNoted = false;
  return (id: number, time: string): boolean => {
    const rule = lags.find(each => each.lagsBehind(String(id), time, at));
    if (rule === undefined) return false;
    if (!isNoted) {
      rule.count();
      note(rule, `order ${id} not known yet`);
    }
    isNoted = true;
    return true;
  };
}
