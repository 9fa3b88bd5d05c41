/**
 * Reads the times of bars in files that do not state their form: RFC 3339, epochs, and the local
 * forms that programs write, with clocks of 24 or 12 hours. A local time needs a zone.
 */

import { RowFault, shown } from '../../../../core/feed/parse-tick.js';
import type { LayoutContext, ReadTime } from '../text/layout.js';
import { type DateOrder, SlashDates } from '../text/slash-dates.js';
import { anyTimeReader, readCivil } from '../text/times.js';

const CLOCK =
  '(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.(?<fraction>\\d{1,9}))?)?' +
  '(?: ?(?<half>[AaPp][Mm]))?';
const LOCAL_FORMS = [
  `(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})(?:[T ]${CLOCK})?`,
  `(?<year>\\d{4})/(?<month>\\d{2})/(?<day>\\d{2})(?: ${CLOCK})?`,
  `(?<year>\\d{4})\\.(?<month>\\d{2})\\.(?<day>\\d{2})(?: ${CLOCK})?`,
  `(?<day>\\d{2})\\.(?<month>\\d{2})\\.(?<year>\\d{4})(?: ${CLOCK})?(?: GMT(?<offset>[+-]\\d{4}))?`,
  `(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})(?: ${CLOCK})?`,
  '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2}) (?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})',
].map(form => new RegExp(`^${form}$`));
const SLASHED: Readonly<Record<DateOrder, RegExp>> = {
  'month-first': slashed('(?<month>\\d{1,2})/(?<day>\\d{1,2})'),
  'day-first': slashed('(?<day>\\d{1,2})/(?<month>\\d{1,2})'),
};
const UTC = 0;

/**
 * A reader of times of any form.
 * @param isUtc - whether the file says that its local times are UTC.
 */
export function barTimeReader(context: LayoutContext, isUtc: boolean): (text: string) => ReadTime {
  const where = context.timeZone ?? (isUtc ? UTC : undefined);
  const readOther = anyTimeReader(context);
  const { dates = new SlashDates(undefined) } = context;
  let usual: RegExp | undefined;
  return text => {
    const order = dates.orderOf(text);
    const form = order === undefined ? localForm(text, usual) : SLASHED[order];
    if (form === undefined) return readOther(text);
    if (order === undefined) usual = form;
    if (where === undefined && !/ GMT[+-]\d{4}$/.test(text)) {
      const rule = 'must have a zone: name that of the file (timeZone, or --time-zone)';
      throw new RowFault('time', `${rule}, was ${shown(text)}`);
    }
    return readCivil(text, form, where ?? UTC);
  };
}

function localForm(text: string, usual: RegExp | undefined): RegExp | undefined {
  if (usual?.test(text) === true) return usual;
  return LOCAL_FORMS.find(pattern => pattern.test(text));
}

function slashed(date: string): RegExp {
  return new RegExp(`^${date}/(?<year>\\d{4})(?:,? ${CLOCK})?$`);
}
