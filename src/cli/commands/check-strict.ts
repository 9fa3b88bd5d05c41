/** Whether `--strict` can be had on this machine. */

import { strictTrouble } from '../../exec/layers/strict.js';
import { usageError } from '../flags/arguments.js';

const INSTEAD = 'without it, programs in Python and Node are held too, and others need --unguarded';

/** @throws InputError when strict mode is asked for and this machine has none. */
export async function checkStrict({ strict }: { readonly strict: boolean }): Promise<void> {
  if (!strict) return;
  const trouble = await strictTrouble();
  if (trouble !== undefined) throw usageError('strict', `${trouble}; ${INSTEAD}`);
}
