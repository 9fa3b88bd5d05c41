/**
 * The sections of docs/reference/semantics.md that explanations cite, with their headings. A test
 * compares them with the document.
 */

/** Heading by number. */
export const SECTIONS = {
  '1.1': 'Accounts',
  '1.3': 'Orders',
  '1.4': 'Trades',
  '1.5': 'Positions',
  '2.3': 'Values',
  '2.4': 'Status codes and messages',
  '3.1': 'Types, fields, defaults',
  '3.3': 'Checks at creation',
  '3.5': 'Why an order was cancelled',
  '3.6': 'Why a request was refused',
  '4.1': 'Which price triggers',
  '4.2': 'Price bounds',
  '4.3': 'Gaps, weekends, halts',
  '4.4': 'Depth and partial fills',
  '4.5': 'Expiry',
  '4.6': 'Position fill',
  '4.7': 'Dependent orders',
  '4.8': 'Trailing stop',
  '4.9': 'Batches',
  '5.3': 'Account fields',
  '5.5': 'Margin check and unitsAvailable',
  '5.6': 'Margin closeout',
  '5.7': 'Financing',
  '5.10': 'Dividends',
  '6.5': 'What each operation writes',
} as const;

/** The number of a section that may be cited. */
export type SectionNumber = keyof typeof SECTIONS;

/** The place of a section: `docs/reference/semantics.md#41-which-price-triggers`. */
export function sectionPlace(section: SectionNumber): string {
  const slug = `${section} ${SECTIONS[section]}`
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
  return `docs/reference/semantics.md#${slug}`;
}
