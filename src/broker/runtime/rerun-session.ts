/**
 * Runs the strategy of a recorded session again, with a change: loads the strategy and guards it
 * against loops, as `orrery run` does.
 */

import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { StrategyError } from '../../core/strategy/strategy-error.js';
import type { Change } from '../../core/whatif/places.js';
import { type Rerun, RerunError, rerun } from '../../core/whatif/rerun.js';
import type { SessionRun } from '../../core/whatif/session.js';
import type { StrategyPart } from '../../data/storage/scenario/given/loaded-scenario.js';
import { callbackTurn, ownerOf, strategiesOf } from './run-scenario.js';
import { guardOf } from './stall-guard.js';

/**
 * The session with the change and new decisions.
 * @param base - the session of the scenario `loaded`, replayed to its end.
 * @throws InputError when the scenario has no strategy, or one that decides otherwise than in the
 * session, or that fails.
 */
export async function rerunSession(
  loaded: StrategyPart & { readonly file: string },
  base: SessionRun,
  change: Change,
): Promise<Rerun> {
  const made = await strategiesOf(loaded);
  const { strategy, others } = made;
  if (strategy === undefined) throw loaded.document.error([], 'has no strategy to run again');
  try {
    const other = rerun(base, change, {
      strategy,
      ...present({ others }),
      guard: guardOf(made),
    });
    await callbackTurn();
    if (other.failure !== undefined) throw other.failure;
    return other;
  } catch (error) {
    if (!(error instanceof RerunError || error instanceof StrategyError)) throw error;
    const owner = error instanceof StrategyError ? ownerOf(loaded, error) : loaded.strategies[0];
    throw new InputError('scenario', { file: owner?.path ?? loaded.file }, error.message);
  }
}
