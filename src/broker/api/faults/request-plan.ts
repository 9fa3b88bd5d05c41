/**
 * What the rules do to one request: waits, an answer that is lost or replaced, a refusal, orders
 * that reads do not show yet.
 */

import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { completeUpTo, type DelayedCandles } from '../../../core/candle/candle-delay.js';
import type { ErrorAnswer, RequestEffect } from '../../../core/fault/rule.js';
import type { RejectReason } from '../../../core/reason/reject-reasons.js';
import type { Instant } from '../../../core/time/instant.js';
import type { RuleAtWork } from './draws.js';

/** A request whose answer is lost: the reply, and what is called when its connection is cut. */
export interface LostRequest {
  readonly reply: FastifyReply;
  readonly onCut: () => void;
}
/** Answers a request in place of its own answer. @returns what the handler of the route returns. */
type LostAnswer = (request: LostRequest) => FastifyReply;

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
    /** Whether the request takes effect. */
    readonly applied: boolean;
    /** What the client gets instead: an answer, or a connection that is cut. */
    readonly answer: LostAnswer;
  };
  readonly refuse?: RejectReason;
  readonly hides?: (id: number, time: string) => boolean;
  readonly completeUpTo?: (asked: DelayedCandles) => Instant;
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
/** Operations that show candles. */
const CANDLE_READS: ReadonlySet<string> = new Set([
  'getInstrumentCandles',
  'getAccountInstrumentCandles',
  'getLatestCandles',
]);
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
  const delays: RuleAtWork[] = [];
  let isTouched = false;
  for (const each of rules) {
    const { rule } = each;
    if (!each.concerns(operation, now())) continue;
    if (rule.lag !== undefined) {
      if (ORDER_READS.has(operation)) lags.push(each);
      continue;
    }
    if (rule.candleDelay !== undefined) {
      if (CANDLE_READS.has(operation)) delays.push(each);
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
  if (delays.length > 0) plan.completeUpTo = delayer(delays, request);
  return isTouched || lags.length > 0 || delays.length > 0 ? plan : undefined;
}

/** Adds what each effect of a rule does. @returns it in words; undefined for a rule without it. */
const EFFECTS: Readonly<
  Record<RequestEffect, (plan: Mutable<RequestPlan>, each: RuleAtWork) => string | undefined>
> = {
  latency: (plan, each) => {
    const { latency, applied } = each.rule;
    if (latency === undefined) return undefined;
    const wait = each.lengthIn(latency);
    if (applied) plan.waitAfter += wait;
    else plan.waitBefore += wait;
    return `latency ${wait / 1_000} ms`;
  },
  reject: (plan, { rule: { reject } }) => {
    if (reject === undefined) return undefined;
    plan.refuse = reject;
    return `rejected: ${reject}`;
  },
  error: (plan, { rule: { error, applied } }) =>
    error && lose(plan, applied, `error ${error.status}`, ({ reply }) => refuse(reply, error)),
  reset: (plan, { rule: { reset, applied } }) =>
    reset ? lose(plan, applied, 'connection reset', cut) : undefined,
};

function apply(plan: Mutable<RequestPlan>, each: RuleAtWork): string {
  const did = Object.values(EFFECTS).map(effect => effect(plan, each));
  return did.filter(words => words !== undefined).join(', ');
}

function lose(
  plan: Mutable<RequestPlan>,
  applied: boolean,
  what: string,
  answer: LostAnswer,
): string {
  plan.lost = { applied, answer };
  return applied ? `applied, then ${what}` : what;
}

function refuse(reply: FastifyReply, error: ErrorAnswer): FastifyReply {
  const { status, errorMessage = STATUS_CODES[status] ?? 'Error', errorCode, retryAfter } = error;
  if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
  const code = errorCode === undefined ? {} : { errorCode };
  return reply.code(status).send({ errorMessage, ...code });
}

function cut({ reply, onCut }: LostRequest): FastifyReply {
  onCut();
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Returns whether an order is hidden; the first hidden order of a request is recorded. */
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

/**
 * Returns up to when candles are complete; each rule is recorded at the first candle that it
 * delays.
 */
function delayer(delays: readonly RuleAtWork[], { note }: PlanRequest) {
  const noted = new Set<RuleAtWork>();
  return (asked: DelayedCandles): Instant => {
    const { instrument, granularity, now } = asked;
    let upTo = now;
    for (const rule of delays) {
      const delay = rule.delayOfCandles;
      const found = delay === undefined ? now : completeUpTo(asked, delay);
      if (found < upTo) upTo = found;
      if (found === now || noted.has(rule)) continue;
      noted.add(rule);
      rule.count();
      note(rule, `candle of ${instrument} ${granularity} not complete yet`);
    }
    return upTo;
  };
}
