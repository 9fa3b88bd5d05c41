/** Verbs of `/_sim` that the page's own views ask. Source: docs/operations/store.md. */

import type { CounterfactualRequest } from '../../broker/api/control/schema/counterfactual.js';
import type { Plots } from '../../broker/api/control/schema/page/plots.js';
import type { LastAction } from '../../broker/api/control/schema/page/requests.js';
import type { Risk } from '../../broker/api/control/schema/page/risk.js';
import type { Curve, Timeline } from '../../broker/api/control/schema/page/timeline.js';
import { readVerb, verbPath } from './control.js';
import { call } from './rest.js';
import type { AccountPlace } from './v20.js';

export type { CounterfactualRequest, Curve, Risk, Timeline };

/** What happened in the window, what the calendar announces, and when cities trade. */
export function readTimeline(
  { simulation, account }: AccountPlace,
  points?: number,
): Promise<Timeline> {
  return readVerb(simulation, 'timeline', { account, points });
}

/** Balance and NAV over simulated time, in at most about `points` points. */
export function readCurve({ simulation, account }: AccountPlace, points: number): Promise<Curve> {
  return readVerb(simulation, 'curve', { account, points });
}

/** The rules of risk and what is left of each. */
export function readRisk(simulation: string): Promise<Risk> {
  return readVerb(simulation, 'risk');
}

/** The first transaction of the last order or change that a page sent and no rewind has undone. */
export function readLastAction({ simulation, account }: AccountPlace): Promise<LastAction> {
  return readVerb(simulation, 'last-action', { account });
}

/** What strategies drew so far. */
export function readPlots(simulation: string): Promise<Plots> {
  return readVerb(simulation, 'plots');
}

/** A trade in one of the two runs. */
export interface TradeSide {
  readonly tradeID: string;
  readonly state: string;
  readonly price: string;
  readonly closeTime?: string;
  readonly averageClosePrice?: string;
  readonly realizedPL: string;
  readonly unrealizedPL: string;
}

/** What would be otherwise, up to the present instant: the other run less the session. */
export interface WhatIf {
  readonly difference: {
    readonly currency: string;
    readonly NAV: string;
    readonly trades: readonly {
      readonly session?: TradeSide;
      readonly counterfactual?: TradeSide;
    }[];
  };
  /** Commands that could not be sent, because what they name was never made. */
  readonly dropped: readonly { readonly reason: string }[];
}

/** Replays the session of a simulation with a change; the simulation stays as it is. */
export function askWhatIf(simulation: string, body: CounterfactualRequest): Promise<WhatIf> {
  return call({ method: 'POST', path: verbPath(simulation, 'counterfactual'), body });
}
