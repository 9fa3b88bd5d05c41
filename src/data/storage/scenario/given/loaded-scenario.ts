/** A loaded scenario file: the scenario, its document and its ticks. */

import type { RiskRules } from '../../../../core/risk/risk-rules.js';
import type { Scenario } from '../../../../core/run/scenario.js';
import type { ScenarioDocument } from '../../document/document.js';
import type { NamedFile } from '../../document/named-file.js';
import type { FINANCING_FILES } from '../../schema/financing-schema.js';
import type { OpenedTicks } from '../../tick-store/opened-ticks.js';
import type { LoadedDisguise } from '../disguise/read-disguise.js';
import type { LoadedCalendar } from '../risk/calendar-file.js';
import type { NamedStrategy } from '../strategies/read-strategies.js';
import type { Window } from './load-options.js';
import type { Overrides } from './overrides.js';

/** The ticks of one instrument of the market. */
export interface LoadedTicks {
  readonly instrument: string;
  /** Path as written in the scenario. */
  readonly named: string;
  /** Real path of the file. */
  readonly path: string;
  readonly file: OpenedTicks;
}

/** A file of `financing:`, and the key that names it. */
export interface LoadedFinancing extends NamedFile {
  readonly key: (typeof FINANCING_FILES)[number];
}

/** How the run differs from the scenario file when it uses another window. */
export interface WindowPart {
  /** The window of the scenario file. */
  readonly own: Window;
  /** Number of entries in the file's timeline. */
  readonly entries: number;
  /**
   * Number of entries left out: those outside the window, and those that name an order of such an
   * entry.
   */
  readonly leftOut: number;
}

/** A scenario that is ready to run, with its sources. */
export interface LoadedScenario {
  /** Path of the scenario file, as the caller gave it. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly document: ScenarioDocument;
  /** Spelling of order fields in the API when the scenario is served. */
  readonly dialect: 'current' | '2016';
  /** Tick files, loaded, by instrument. */
  readonly ticks: readonly LoadedTicks[];
  /** Files of history, loaded, by instrument. */
  readonly histories: readonly LoadedTicks[];
  /** The strategies with their modules, that of `scenario.strategy` first. */
  readonly strategies: readonly NamedStrategy[];
  /** The calendar; absent when the scenario names none. */
  readonly calendar?: LoadedCalendar;
  /** The files of `financing:`. */
  readonly financing: readonly LoadedFinancing[];
  /** Real path of the first one's module. */
  readonly strategyPath?: string;
  /** Present when the caller asked for another window than the file's. */
  readonly part?: WindowPart;
  /** What a client sent in place of a file, with its rows of ticks; absent for a file. */
  readonly uploaded?: Readonly<Record<string, unknown>>;
  /** The disguise of the scenario; its files, document and messages are plain. Absent: it has none. */
  readonly disguise?: LoadedDisguise;
  /** Present when the caller replaced values of the file. */
  readonly overrides?: Overrides;
}

/** The part of a scenario that concerns its strategy. */
export interface StrategyPart
  extends Pick<LoadedScenario, 'document' | 'strategies' | 'strategyPath'> {
  readonly scenario: Pick<Scenario, 'seed' | 'strategy' | 'others' | 'events'>;
  /** Rules of risk of each account, for a trader; undefined of an account without them. */
  readonly risk?: ReadonlyMap<string, RiskRules | undefined>;
}
