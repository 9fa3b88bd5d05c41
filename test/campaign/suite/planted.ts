/**
 * Bots with one fault each: the steady bot of docs/examples/suites, in which a piece is replaced. Each
 * names the case and the property that find it.
 */

/** A bot with a fault. */
export interface PlantedBot {
  readonly name: string;
  /** Pieces of the steady bot, and what stands in their place. */
  readonly pieces: readonly (readonly [piece: string, other: string])[];
  readonly foundBy: { readonly case: string; readonly property: string };
}

/** The name of a trade in the steady bot. */
const NAMED = 'const id = `above-$' + '{held}`;';

export const PLANTED_BOTS: readonly PlantedBot[] = [
  {
    name: 'sends an order again that has no answer',
    pieces: [
      [
        '    heed(0, null);\n    return undefined;',
        '    heed(0, null);\n    return ask(method, path, body);',
      ],
      ['      clientExtensions: { id },\n      tradeClientExtensions: { id },\n', ''],
      [
        'while (held < GOAL) {\n  await buy',
        'for (let part = 0; part < GOAL / PART; part++) {\n  await buy',
      ],
      ['Math.min(PART, GOAL - held)', 'PART'],
    ],
    foundBy: { case: 'lost-createOrder', property: 'duplicate' },
  },
  {
    name: 'never connects again',
    pieces: [
      ['    await sleep(5 * SECOND);\n    await catchUp();\n', '    return;\n'],
      ['  if (!isOpen || now() - heardAt > 12 * SECOND) await catchUp();\n', ''],
    ],
    foundBy: { case: 'stream-cut', property: 'position' },
  },
  {
    name: 'does not miss heartbeats',
    pieces: [
      ['now() - heardAt > 12 * SECOND && gone.abort()', 'undefined'],
      ['if (!isOpen || now() - heardAt > 12 * SECOND) await', 'if (!isOpen) await'],
    ],
    foundBy: { case: 'no-heartbeats', property: 'position' },
  },
  {
    name: 'asks again at once after 429',
    pieces: [
      ['status === 401 || status === 429 || status', 'status === 401 || status'],
      ['    await sleep(SECOND);\n  }\n}\n\n// What', '  }\n}\n\n// What'],
    ],
    foundBy: { case: '429', property: 'polite' },
  },
  {
    name: 'does not read Retry-After',
    pieces: [['retryAfter === null ? Math', 'true ? Math']],
    foundBy: { case: '429-retry-after', property: 'polite' },
  },
  {
    name: 'gives up at 503',
    pieces: [
      [
        "    heed(answer.status, answer.headers.get('retry-after'));\n    return {",
        '    if (answer.status === 503) process.exit(1);\n' +
          "    heed(answer.status, answer.headers.get('retry-after'));\n    return {",
      ],
    ],
    foundBy: { case: '503', property: 'alive' },
  },
  {
    name: 'shows a refused token for ever',
    pieces: [['status === 0 || status === 401 || status', 'status === 0 || status']],
    foundBy: { case: '401', property: 'polite' },
  },
  {
    name: 'counts a part of an order as the whole',
    pieces: [['held += Number(transaction.units);', 'held += PART;']],
    foundBy: { case: 'partial-fill', property: 'position' },
  },
  {
    name: 'trades on old prices',
    pieces: [['found.tradeable && age < 60 * SECOND', 'found.tradeable']],
    foundBy: { case: 'old-prices', property: 'fresh' },
  },
  {
    name: 'begins anew after a restart',
    pieces: [
      [
        'await lookAtAccount();\nstay',
        "last = Number((await read('/summary')).lastTransactionID);\nstay",
      ],
      [NAMED, NAMED.replace('above', '$' + '{last}-above')],
    ],
    foundBy: { case: 'restart', property: 'duplicate' },
  },
  {
    name: 'counts an order as filled when it is sent',
    pieces: [
      ["  await ask('POST', '/orders', {", "  held += units;\n  await ask('POST', '/orders', {"],
      ['    held += Number(transaction.units);', '    // It was counted when it was sent.'],
    ],
    foundBy: { case: 'reject-price-unknown', property: 'position' },
  },
  {
    name: 'trusts the clock of its machine',
    pieces: [['Date.parse(time) - Date', 'Date.now() - Date']],
    foundBy: { case: 'clock-jump', property: 'position' },
  },
];

/** The source of a planted bot. @throws Error for a piece that the steady bot does not have. */
export function plantedSource(steady: string, { name, pieces }: PlantedBot): string {
  return pieces.reduce((source, [piece, other]) => {
    if (source.split(piece).length !== 2) throw new Error(`${name}: not once in the bot: ${piece}`);
    return source.replace(piece, () => other);
  }, steady);
}
