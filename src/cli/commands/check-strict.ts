/** Whether `--strict` can be had on this machine. */

import { strictTrouble } from '../../exec/layers/strict.js';
import { usageError } from '../flags/arguments.js';

/** @throws InputError when strict mode is asked for and this machine has none. */
export async function checkStrict({ strict }: { readonly strict: boolean }): Promise<void> {
  if (!strict) return;
  const trouble = await strictTrouble();
  if (trouble !== undefined) throw usageError('strict', trouble);
}
