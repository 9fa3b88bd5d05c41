/**
 * The sentence of each reject reason, as errorMessage. Source: v20 semantics 2.4.
 */

export const REJECT_SENTENCES: Readonly<Record<string, string>> = {
  UNITS_INVALID: 'Order units specified are invalid',
};
