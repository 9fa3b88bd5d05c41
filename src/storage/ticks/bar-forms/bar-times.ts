/**
 * Reads the times of bars in files that do not state their form: RFC 3339, epochs, and the local
 * forms that programs write. A local time needs a zone. A date with slashes is refused, because the
 * day or the month may come first.
 */

import { RowFault, shown } from '../../../core/feed/parse-tick.js';
import type { LayoutContext, ReadTime } from '../text/layout.js';
import { anyTimeReader, readCivil } from '../text/times.js';

const CLOCK =
  '(?<hour>\\d{2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.(?<fraction>\\d{1,9}))?)?';
const LOCAL_FORMS = [
  `(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})(?:[T ]${CLOCK})?`,
  `(?<year>\\d{4})\\.(?<month>\\d{2})\\.(?<day>\\d{2})(?: ${CLOCK})?`,
  `(?<day>\\d{2})\\.(?<month>\\d{2})\\.(?<year>\\d{4})(?: ${CLOCK})?(?: GMT(?<offset>[+-]\\d{4}))?`,
  `(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})(?: ${CLOCK})?`,
  '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2}) (?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})',
].map(form => new RegExp(`^${form}$`));
const SLASHES = /^\d{1,4}\/\d{1,2}\/\d{1,4}/;
const UTC = 0;

/**
 * A reader of times of any form.
 * @param isUtc - whether the file says that its local times are UTC.
 */
export function barTimeReader(context: LayoutContext, isUtc: boolean): (text: string) => ReadTime {
  const where = context.timeZone ?? (isUtc ? UTC : undefined);
  const readOther = anyTimeReader(context);
  let usual: RegExp | undefined;
  return text => {
    const form =
      usual?.test(text) === true ? usual : LOCAL_FORMS.find(pattern => pattern.test(text));
    if (form === undefined) {
      if (SLASHES.test(text)) throw new RowFault('time', slashRule(text));
      return readOther(text);
    }
    usual = form;
    if (where === undefined && !/ GMT[+-]\d{4}$/.test(text)) {
      const rule = 'must have a zone: name that of the file (timeZone, or --time-zone)';
      throw new RowFault('time', `${rule}, was ${shown(text)}`);
    }
    return readCivil(text, form, where ?? UTC);
  };
}

function slashRule(text: string): string {
  return `may have the day or the month first: give its form with a mapping of columns, was ${shown(text)}`;
}
