/** The dashboard of `orrery exec`: where it is, and how long it stays. */

import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import type { PageOrder, RunOutcome } from '../../exec/run-order.js';
import { sessionPage } from '../../study/folders/run-folder.js';
import { interrupted } from '../exit/interrupted.js';

/** What a page is made of. */
interface PageParts extends Pick<PageOrder, 'port' | 'paused'> {
  readonly loaded: LoadedScenario;
  /** Writes what came of the program. */
  readonly told: (outcome: RunOutcome) => Promise<void>;
  /** Takes a sentence for people. */
  readonly tell: (sentence: string) => void;
}

/** The page of a run. It stays until a signal comes, unless one has ended the program already. */
export function pageOf({ port, paused, loaded, told, tell }: PageParts): PageOrder {
  let place: string | undefined;
  return {
    port,
    paused,
    loaded,
    report: sessionPage,
    onShown(address) {
      tell(`dashboard ${address} (for a browser; its code works once)`);
      if (paused) tell('time stands until it is played there');
      [place] = address.split('#');
    },
    async until(outcome, isTerminated) {
      // Listen for signals first: a reader of the printed line may send one at once.
      const end = isTerminated ? undefined : interrupted();
      await told(outcome);
      if (end === undefined) return;
      tell(`the program has ended; its dashboard stays at ${place} until Ctrl-C`);
      await end;
    },
  };
}
