/**
 * LEAN tick archives: `YYYYMMDD_quote.zip`, each with one CSV of one day; either one archive or a
 * folder of them in order of their names. layouts/lean.ts describes the rows.
 */

import { basename } from 'node:path';
import { InputError } from '../../../../core/base/input-error.js';
import { daysFromCivil, isCivilDate } from '../../../../core/time/instant.js';
import { leanDay } from '../layouts/lean.js';
import type { Layout } from '../text/layout.js';

const NAME = /^(\d{4})(\d{2})(\d{2})_quote\.zip$/i;

/** The layout of an archive, by the date in its name. @throws InputError */
export function leanLayout(path: string): Layout {
  const match = NAME.exec(basename(path));
  const [year = 0, month = 0, day = 0] = match?.slice(1).map(Number) ?? [];
  const isInRange = year >= 1970 && year <= 2100;
  if (!isInRange || !isCivilDate(year, month, day)) {
    const rule = 'a LEAN archive is named YYYYMMDD_quote.zip after its date';
    throw new InputError('data', { file: path }, rule);
  }
  return leanDay(daysFromCivil(year, month, day));
}
