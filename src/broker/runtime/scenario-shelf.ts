/**
 * The scenarios that a server can make simulations of: files of one folder, and objects that clients
 * upload. No file outside that folder is opened by name; a scenario of the folder may name ticks
 * elsewhere in its project. Ticks are shared.
 */

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { byCodeUnit } from '../../core/base/by-code-unit.js';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { formatRfc3339, instant } from '../../core/time/instant.js';
import { isInside } from '../../data/storage/document/paths.js';
import type { RawDisguise } from '../../data/storage/scenario/disguise/read-disguise.js';
import type { LoadOptions, Window } from '../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import { loadUpload } from '../../data/storage/scenario/upload.js';
import { TickShelf } from '../../data/storage/tick-store/tick-shelf.js';
import { checkUnchanged, type FileDigest, sourceFilesOf } from './source-files.js';

type Fields = Readonly<Record<string, unknown>>;

/** Names of scenario files; a schema is none. */
const SCENARIO_NAME = /^[A-Za-z0-9][\w.-]{0,99}(?<!\.schema)\.(?:yaml|yml|json)$/;

const NO_SCENARIO = 'There is no scenario of that name in the folder of scenarios';

/** What replaces values of a scenario. */
export interface ShelfRequest {
  readonly seed?: number;
  readonly window?: Partial<Window>;
  readonly disguise?: RawDisguise;
}

/** What a simulation is made from, as JSON: enough to make it again. */
export interface SimulationSource {
  /** The name of a file in the folder of scenarios, or a scenario as an object. */
  readonly scenario: string | Fields;
  readonly seed?: number;
  /** The window instead of the scenario's, microseconds since 1970. */
  readonly from?: number;
  readonly to?: number;
  /** Instead of the scenario's; the window is as it is shown under it. */
  readonly disguise?: RawDisguise;
  /** The files that it was made from; absent before it was made for the first time. */
  readonly files?: readonly FileDigest[];
}

/** A loaded scenario, and from what it can be made again. */
export interface ScenarioWithSource {
  readonly loaded: LoadedScenario;
  readonly source: SimulationSource;
}

/** The scenarios of a folder. */
export class ScenarioShelf {
  readonly #folder: string;
  readonly #options: LoadOptions;
  readonly #others: ReadonlySet<string>;

  /**
   * @param folder - scenarios of a folder that is not there are not found.
   * @param options - how every scenario is loaded.
   * @param others - files that are no scenarios, whatever their names.
   */
  constructor(folder: string, options: LoadOptions = {}, others: readonly string[] = []) {
    this.#folder = realPathOf(folder) ?? folder;
    this.#options = { ...options, openTicks: new TickShelf().open };
    this.#others = new Set(others.flatMap(file => realPathOf(file) ?? []));
  }

  /** How scenarios are loaded so that they share ticks. */
  get options(): LoadOptions {
    return this.#options;
  }

  /** The names of its files, in order; they are not opened, so one may be no scenario. */
  names(): readonly string[] {
    if (realPathOf(this.#folder) === undefined) return [];
    const files = readdirSync(this.#folder, { withFileTypes: true });
    return files
      .filter(file => SCENARIO_NAME.test(file.name) && file.isFile())
      .map(({ name }) => name)
      .filter(name => !this.#others.has(join(this.#folder, name)))
      .sort(byCodeUnit);
  }

  /** Whether an error of `load` is about a file of the server, so that it can quote the file. */
  quotesFile({ place, rule }: InputError): boolean {
    return rule !== NO_SCENARIO && existsSync(resolve(this.#folder, place.file));
  }

  /** Loads what a simulation is made from. @throws InputError, also for files that have changed. */
  async load(source: SimulationSource): Promise<ScenarioWithSource> {
    const { scenario, files: was = [] } = source;
    const loaded = hidden(await this.#loaded(source), source.disguise);
    const files = await sourceFilesOf(loaded, typeof scenario === 'string' ? scenario : undefined);
    checkUnchanged(was, files);
    return { loaded, source: { ...source, files } };
  }

  #loaded({ scenario, seed, from, to, disguise }: SimulationSource): Promise<LoadedScenario> {
    const window = present({
      from: from === undefined ? undefined : instant(from),
      to: to === undefined ? undefined : instant(to),
    });
    const isAsked = from !== undefined || to !== undefined;
    const request = present({ seed, window: isAsked ? window : undefined, disguise });
    return typeof scenario === 'string'
      ? this.named(scenario, request)
      : this.uploaded(scenario, request);
  }

  /**
   * Loads a file of the folder.
   * @param name - without a folder.
   * @throws InputError when there is no such file, or for a bad scenario.
   */
  named(name: string, { disguise, ...request }: ShelfRequest): Promise<LoadedScenario> {
    const file = join(this.#folder, name);
    const real = realPathOf(file) ?? '';
    if (!isInside(real, this.#folder) || this.#others.has(real)) {
      throw new InputError('scenario', { file: name }, NO_SCENARIO);
    }
    return loadScenario(file, { ...this.#options, ...request, ...this.#worn(disguise) });
  }

  /** Loads a scenario that a client sent as JSON. @throws InputError */
  uploaded(upload: Fields, { seed, window = {}, disguise }: ShelfRequest): Promise<LoadedScenario> {
    const { from, to } = window;
    const asked = present({
      from: from === undefined ? undefined : formatRfc3339(from),
      to: to === undefined ? undefined : formatRfc3339(to),
    });
    // Under a disguise the window of the object stays plain; the one that is asked for is shown.
    if (disguise !== undefined) {
      const worn = { ...this.#worn(disguise), ...present({ seed }), window };
      return loadUpload(upload, this.#folder, { ...this.#options, ...worn });
    }
    const isAsked = Object.keys(asked).length > 0;
    const whole = isAsked
      ? { ...upload, window: { ...Object(upload['window']), ...asked } }
      : upload;
    return loadUpload(whole, this.#folder, { ...this.#options, ...present({ seed }) });
  }

  /** The options with a disguise instead of the scenario's. */
  #worn(disguise: RawDisguise | undefined): Pick<LoadOptions, 'overrides'> {
    if (disguise === undefined) return {};
    return { overrides: { ...this.#options.overrides, disguise } };
  }
}

/** The scenario under a neutral name, where a disguise was requested. */
function hidden(loaded: LoadedScenario, disguise: RawDisguise | undefined): LoadedScenario {
  if (disguise === undefined) return loaded;
  return { ...loaded, scenario: { ...loaded.scenario, name: 'disguised' } };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
