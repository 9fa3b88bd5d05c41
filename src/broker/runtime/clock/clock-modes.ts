/**
 * The modes of a sandbox's clock, and the settings that a mode takes. Source:
 * docs/guides/clock-modes.md.
 */

import { type Granularity, isGranularity } from '../../../core/candle/granularity.js';
import { parseDuration } from '../../../core/time/instant.js';

/** What distinguishes one clock mode from the others. */
export interface ClockModeRule {
  /**
   * Whether the clock can play: time moves without being advanced. Otherwise it moves only when it
   * is advanced.
   */
  readonly plays: boolean;
  /** What moves time while the clock plays. */
  readonly movedBy: 'wall' | 'idleness' | 'polls' | 'nobody';
  /** The setting that the mode takes; undefined when it takes none. */
  readonly takes?: ClockSetting;
  /** Text after the word `time` that says how time moves; `%` stands for the setting. */
  readonly told: string;
}

/** One row per clock mode; the names are those of `serve --clock` and of `/_sim/clock`. */
export const CLOCK_MODES = {
  paced: { plays: true, movedBy: 'wall', takes: 'speed', told: 'runs at speed %' },
  manual: { plays: false, movedBy: 'nobody', told: 'moves only when told to' },
  lockstep: {
    plays: true,
    movedBy: 'idleness',
    takes: 'settle',
    told: 'moves to the next market event %',
  },
  'on-poll': {
    plays: true,
    movedBy: 'polls',
    takes: 'step',
    told: 'moves by % at each poll of prices, candles or account',
  },
} as const satisfies Readonly<Record<string, ClockModeRule>>;
export type ClockMode = keyof typeof CLOCK_MODES;
export const CLOCK_MODE_NAMES = Object.keys(CLOCK_MODES) as readonly ClockMode[];

/** How a clock moves within its mode. */
export interface ClockSettings {
  /** Simulated seconds per wall second, above 0; Infinity for as fast as possible. Default: 1. */
  readonly speed?: number;
  /** Simulated time of a poll: a duration, or a granularity for the next close of a candle. Default: M1. */
  readonly step?: string;
  /** Silence after which the client counts as idle: a duration. Absent: it says so itself. */
  readonly settle?: string;
}
export type ClockSetting = keyof ClockSettings;

/**
 * When time starts: with the first request by a client's token, with the first stream, at once, by control, or
 * at once at the present real time.
 */
export type ClockStart =
  | 'first-request'
  | 'first-stream'
  | 'at-once'
  | 'when-played'
  | 'with-the-wall';

/** The step of a poll where none is set: the next close of an M1 candle. */
export const DEFAULT_STEP = 'M1';
/** The silence after which a client counts as idle, where nothing better can be known of it. */
export const DEFAULT_SETTLE = '20ms';

/** What a step and a settle look like, for messages. */
export const STEP_FORM = 'a duration such as 30s, or a granularity such as M1';
export const SETTLE_FORM = 'a duration from 1ms to 1m, such as 20ms';

const MICROS_PER_MS = 1_000;
const SETTLE_MS_MAX = 60_000;

/** How far a step goes; undefined for a text that is no step. */
export function stepOf(
  text: string,
): { readonly candle: Granularity } | { readonly by: number } | undefined {
  if (isGranularity(text)) return { candle: text };
  const by = parseDuration(text);
  return by === undefined || by === 0 ? undefined : { by };
}

/** The wall milliseconds of a settle; undefined for a text that is none. */
export function settleMsOf(text: string): number | undefined {
  const ms = (parseDuration(text) ?? 0) / MICROS_PER_MS;
  return ms >= 1 && ms <= SETTLE_MS_MAX ? ms : undefined;
}

/** The first setting that `mode` does not take; undefined when it takes all that are given. */
export function strangeSetting(mode: ClockMode, settings: ClockSettings): ClockSetting | undefined {
  const { takes }: ClockModeRule = CLOCK_MODES[mode];
  const given = Object.keys(settings) as ClockSetting[];
  return given.find(name => settings[name] !== undefined && name !== takes);
}

/** The mode that takes a setting. */
export function modeTaking(setting: ClockSetting): ClockMode {
  const takesIt = (mode: ClockMode) => (CLOCK_MODES[mode] as ClockModeRule).takes === setting;
  return CLOCK_MODE_NAMES.find(takesIt) as ClockMode;
}
