/**
 * How instants are written in requests, as a pattern: every text that it takes is an instant that
 * the simulator can hold. Source: v20 semantics 2.3.
 */

/** The format of an instant in a schema; `date-time` would be RFC 3339 alone. */
export const INSTANT_FORMAT = 'instant';

/** Years that lie wholly within the instants there are, and those of them with a 29 February. */
const YEAR = '(?:170[1-9]|17[1-9]\\d|1[89]\\d\\d|2[01]\\d\\d|22[0-2]\\d|223[0-8])';
const LEAP_YEAR =
  '(?:(?:1[789]|2[01])(?:0[48]|[2468][048]|[13579][26])|22(?:0[48]|1[26]|2[048]|3[26])|2000)';
const DAY = [
  '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])',
  '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)',
  '02-(?:0[1-9]|1\\d|2[0-8])',
].join('|');
const DATE = `(?:${YEAR}-(?:${DAY})|${LEAP_YEAR}-02-29)`;
const TIME = '[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?';
const ZONE = '(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';
const UNIX = '(?:\\d{1,9}|[0-7]\\d{9}|8[0-4]\\d{8})(?:\\.\\d{1,9})?';

/** An instant of a request: RFC 3339, UNIX, without a zone (UTC), or a bare date. */
export const REQUEST_INSTANT = `^(?:${DATE}(?:${TIME}${ZONE}?)?|${UNIX})$`;
