/**
 * A search for faults that break a client. Source: docs/guides/testing-vitest.md,
 * docs/guides/campaigns.md.
 */

import type { InlineScenario } from './server.js';
import type { FaultRule, TestAnswer } from './simulation.js';

/** The answer to a request of a client. Names of headers are in lower case. */
export interface WorldAnswer extends TestAnswer {
  readonly headers: Readonly<Record<string, string>>;
}

/** What a client in the process of the test is given: one account of a v20 broker, and simulated time. */
export interface ClientWorld {
  readonly accountID: string;
  /**
   * Sends a v20 request; `path` begins with /v3.
   * @throws Error when the connection is lost, or no answer comes within 30 simulated seconds.
   */
  request(method: string, path: string, body?: unknown): Promise<WorldAnswer>;
  /** Lines of the transaction stream from now on, heartbeats included; ends when the stream is cut. */
  stream(): AsyncIterable<TestAnswer['body']>;
  /** Waits in simulated time. */
  wait(seconds: number): Promise<void>;
  /** Simulated seconds since 1970. */
  now(): number;
}

/**
 * A client. It waits for nothing but its world, resolves when it is done, and rejects when it has
 * failed.
 */
export type CampaignClient = (world: ClientWorld) => Promise<void>;

/** What a client is held to. */
export type CampaignProperty =
  | 'alive'
  | 'expect'
  | 'duplicate'
  | 'position'
  | 'protected'
  | 'polite'
  | 'fresh';

/** How a campaign is run; the fields are the flags of `orrery campaign`. */
export interface CampaignOptions {
  /** A scenario file, or a scenario. Default: the quickstart of the package. */
  readonly scenario?: string | InlineScenario;
  /** Where tick files are found by name. Default: the folder of the scenario file, or the current one. */
  readonly folder?: string;
  /** Schedules of faults to try at most. Default: 200. */
  readonly runs?: number;
  /** Draws the schedules. Default: 1. */
  readonly seed?: number;
  /** Default: all but `polite` and `fresh`. */
  readonly properties?: readonly CampaignProperty[];
  /** Signed units at the end, by instrument. Default: those of a run without faults. */
  readonly intends?: Readonly<Record<string, number | string>>;
}

/** What came of a campaign. */
export type CampaignResult =
  /** No schedule broke a property. */
  | { readonly kind: 'held'; readonly runs: number }
  /** A schedule did. */
  | {
      readonly kind: 'broken';
      readonly property: CampaignProperty;
      /** How it was broken, a sentence. */
      readonly words: string;
      /** The smallest schedule that still breaks it; `runBot` and `simulation.faults` take its rules. */
      readonly faults: readonly FaultRule[];
      /** What these faults did, in order. */
      readonly fired: readonly string[];
      /** The run that found it. */
      readonly run: number;
    }
  /** The client breaks a property without any fault. */
  | {
      readonly kind: 'broken-without-faults';
      readonly property: CampaignProperty;
      readonly words: string;
    }
  /** Two runs without faults are not the same. */
  | { readonly kind: 'differs' };
