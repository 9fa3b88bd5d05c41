/**
 * The calls of a step in parts, because a text of V8 has at most 512 MB: a step that runs strategies
 * anew from the start of a long window may have more to say.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import type { CallRecord, StepTranscript, StrategyAct, TakenStep } from './transcript.js';

/** Characters after which a part ends. */
const PART_LENGTH = 4_194_304;
/** Acts of one call that are written together. */
const ACTS_TOGETHER = 16;

/** A part of the calls of a take. */
export interface CallsPart {
  /** The place of the take in its step. */
  readonly take: number;
  /** `CallRecord[]` as JSON; a call with the number of the last one goes on with it. */
  readonly calls: string;
}

/** A step whose calls were sent before it. */
export type StepHead = Omit<TakenStep, 'takes'> & {
  readonly takes: readonly Omit<StepTranscript, 'calls'>[];
};

/** The calls as JSON, in texts that are hardly longer than `length` characters. */
export function* partsOf(calls: Iterable<CallRecord>, length = PART_LENGTH): Generator<string> {
  let texts: string[] = [];
  let sum = 0;
  for (const call of calls) {
    for (const piece of piecesOf(call)) {
      const text = JSON.stringify(piece);
      texts.push(text);
      sum += text.length;
      if (sum < length) continue;
      yield `[${texts.join(',')}]`;
      texts = [];
      sum = 0;
    }
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}

/** A call with few acts as it is; of another one its acts, a few at a time, and how it ended last. */
function* piecesOf(record: CallRecord): Generator<CallRecord> {
  const { acts, call } = record;
  let from = 0;
  for (; from + ACTS_TOGETHER < acts.length; from += ACTS_TOGETHER) {
    yield { call, acts: acts.slice(from, from + ACTS_TOGETHER) };
  }
  yield from === 0 ? record : { ...record, acts: acts.slice(from) };
}

/** A call of which further acts may come. */
type GrowingCall = Omit<CallRecord, 'acts'> & { readonly acts: StrategyAct[] };

/**
 * Owns the parts of one step that have come. `add` adds one, `end` puts them together and empties
 * it.
 */
export class StepParts {
  #takes: GrowingCall[][] = [];

  /** Adds a part of the step that comes next. */
  add({ take, calls }: CallsPart): void {
    while (this.#takes.length <= take) this.#takes.push([]);
    const whole = ensureDefined(this.#takes[take], 'calls of take', take);
    for (const call of JSON.parse(calls) as GrowingCall[]) {
      const last = whole.at(-1);
      if (last?.call !== call.call) {
        whole.push(call);
        continue;
      }
      for (const act of call.acts) last.acts.push(act);
      Object.assign(last, { ...call, acts: last.acts });
    }
  }

  /** The step with its calls, of which all parts have come. */
  end(head: StepHead): TakenStep {
    const calls = this.#takes;
    this.#takes = [];
    return {
      ...head,
      takes: head.takes.map((take, place) => ({ ...take, calls: calls[place] ?? [] })),
    };
  }
}
