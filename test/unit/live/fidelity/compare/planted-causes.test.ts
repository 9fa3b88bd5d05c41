import { describe, expect, it } from 'vitest';
import {
  type ExecutionModel,
  IDEAL_EXECUTION,
} from '../../../../../src/core/engine/state/execution-model.js';
import {
  type CaptureComparison,
  compareSession,
} from '../../../../../src/live/fidelity/compare/compare.js';
import type { Capture } from '../../../../../src/live/fidelity/recording/read-capture.js';
import { edited, onTheWall, rewritten } from '../../../../support/fidelity/edited-capture.js';
import {
  captured,
  hostScenario,
  type Program,
} from '../../../../support/fidelity/recorded-host.js';

/** A price that rises by a pip a second. */
const RISING = { path: (second: number) => second * 10 };
const DEPTH = {
  depth: [
    { offsetPoints: 0, liquidity: 1_000 },
    { offsetPoints: 4, liquidity: 1_000 },
    { offsetPoints: 9, liquidity: 1_000_000 },
  ],
};

/** How a bot sees prices. */
type Bot = 'polling' | 'streaming';

/** What is planted: by the host, by what happens before an order, or in what was captured. */
interface Plant {
  readonly execution?: Partial<ExecutionModel>;
  readonly latencyMs?: number;
  /** Happens on the host after the bot has looked, before its second order. */
  readonly between?: (program: Program) => Promise<void>;
  /** How long simulated time goes on unseen before the second order. */
  readonly unseen?: string;
  /** Whether the bot stays until financing. */
  readonly isLong?: boolean;
  /** Whether a bot that polls looks a second after its last order, and not at once. */
  readonly looksLater?: boolean;
  /** Changes what was captured, after its wall times are those of the host. */
  readonly edit?: (capture: Capture) => Capture;
  readonly wall?: (hostMs: number) => number;
}

/** Captures by what happened in them: several plants change one in different ways. */
const CAPTURES = new Map<string, Promise<Capture>>();

/** The session of a bot, compared. */
async function session(bot: Bot, plant: Plant): Promise<CaptureComparison> {
  const { edit, wall, latencyMs, between, ...rest } = plant;
  const key = `${bot} ${latencyMs} ${between} ${JSON.stringify(rest)}`;
  const known = CAPTURES.get(key) ?? captureOf(bot, plant);
  CAPTURES.set(key, known);
  const timed = onTheWall(await known, latencyMs, wall);
  return compareSession(edit?.(timed) ?? timed);
}

/** The session of a bot that buys twice and closes. */
function captureOf(bot: Bot, plant: Plant): Promise<Capture> {
  const { execution, latencyMs = 0, between, unseen, isLong = false, looksLater } = plant;
  const latency = { minMicros: latencyMs * 1_000, maxMicros: latencyMs * 1_000 };
  const host = hostScenario({ execution: { ...IDEAL_EXECUTION, latency, ...execution } }, RISING);
  return captured(host, async program => {
    const { advance, look, order, stream, ask } = program;
    let second = 10;
    await advance({ by: '10s' });
    if (bot === 'streaming') await stream();
    const see = async () => {
      second += 5;
      await advance({ by: '5s' });
      if (bot === 'polling') await look();
      else await program.seen(`2024-03-05T10:00:${second}`);
    };
    const send = (answer: Promise<unknown>) =>
      latencyMs === 0 ? answer : waited(program, answer, () => (second += 1));
    await see();
    await see();
    await send(order('1500'));
    await see();
    await between?.(program);
    if (unseen !== undefined) await advance({ by: unseen });
    await send(order('1500'));
    if (isLong) await advance({ to: '2024-03-05T22:00:10Z' });
    await send(ask('PUT', '/positions/EUR_USD/close', { longUnits: 'ALL' }));
    if (bot === 'polling') {
      if (looksLater) await advance({ by: '1s' });
      await look();
    }
  });
}

/** Turns the clock of the host until it answers. */
async function waited({ advance }: Program, answer: Promise<unknown>, onSecond: () => void) {
  const done = answer.then(() => true);
  for (let isDone = false; !isDone; ) {
    await advance({ by: '1s' });
    onSecond();
    isDone = await Promise.race([done, new Promise<false>(r => setTimeout(r, 20, false))]);
  }
}

/** The causes that are named, without what follows from another. */
function named({ causes }: CaptureComparison): string[] {
  return Object.keys(causes).filter(cause => cause !== 'earlier difference');
}

/** The last quotes before the second order are lost. */
function withoutQuotes(capture: Capture): Capture {
  const lost = /"time":"2024-03-05T10:00:2[1-5]\./;
  return edited(capture, line => {
    const isQuote = line.kind === 'quote' || (line.kind === 'answer' && isPrices(line.body));
    return isQuote && lost.test(JSON.stringify(line)) ? undefined : line;
  });
}

function isPrices(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'prices' in body;
}

/** A spread that widens for one tick, which no line of a stream shows: the next one is in its window. */
const WIDE_UNSEEN: Plant = {
  between: ({ fault }) =>
    fault({ market: { instrument: 'EUR_USD', spread: 60 }, to: '2024-03-05T10:00:26.500Z' }),
  unseen: '1s',
  looksLater: true,
  edit: capture =>
    edited(capture, line =>
      line.kind === 'quote' && JSON.stringify(line).includes('"time":"2024-03-05T10:00:26')
        ? undefined
        : line,
    ),
};

const PLANTS: Readonly<Record<string, Plant>> = {
  spread: WIDE_UNSEEN,
  latency: { latencyMs: 3_000 },
  depth: {
    execution: { liquidity: DEPTH },
    edit: capture =>
      rewritten(
        capture,
        ['quote', 'answer'],
        /("liquidity":)1000\b(?=[^[\]]*\],"(asks|closeout))/g,
        '$19000',
      ),
  },
  slippage: { execution: { slippage: { minPoints: 3, maxPoints: 3 } } },
  rates: {
    isLong: true,
    edit: capture =>
      rewritten(capture, ['answer'], /"(long|short)Rate":"[^"]*"/g, '"$1Rate":"0.5"'),
  },
  'margin rate': {
    edit: capture => rewritten(capture, ['answer'], /"marginRate":"0.0\d+"/g, '"marginRate":"0.1"'),
  },
  'lost lines': { edit: withoutQuotes },
};

const BOTS: readonly Bot[] = ['polling', 'streaming'];
const CASES = Object.keys(PLANTS).flatMap(cause => BOTS.map(bot => [cause, bot] as const));

describe('a planted cause', () => {
  it.each(BOTS)('is not named when there is none: a %s bot', async bot => {
    const comparison = await session(bot, {});
    expect(comparison.differences).toEqual([]);
    expect(comparison.clock).toBe('wall');
    expect(comparison.fills).toEqual({ recorded: 3, matched: 3 });
  });

  it.each(BOTS)('is not named when orders take several levels: a %s bot', async bot => {
    const comparison = await session(bot, { execution: { liquidity: DEPTH } });
    expect(comparison.differences).toEqual([]);
    expect(comparison.fills).toEqual({ recorded: 3, matched: 3 });
  });

  it.each(CASES)('is named, and no other: %s, a %s bot', async (cause, bot) => {
    const comparison = await session(bot, PLANTS[cause] ?? {});
    expect(named(comparison), JSON.stringify(comparison.differences)).toEqual([cause]);
    expect(comparison.clock).toBe('wall');
  });

  it.each(BOTS)('is named, and no other: clock, a %s bot', async bot => {
    const comparison = await session(bot, {
      wall: hostMs => Math.round(hostMs / 3),
      unseen: '3s',
      edit: afterTheAnswers,
    });
    expect(named(comparison), JSON.stringify(comparison.differences)).toEqual(['clock']);
    expect(comparison.clock).toBe('own');
  });
});

/** The quotes of the seconds after 10:00:25 come after the answers to the orders. */
function afterTheAnswers({ lines, ...rest }: Capture): Capture {
  const isLate = (line: object) =>
    /"kind":"(quote|heartbeat)"/.test(JSON.stringify(line)) &&
    /"time":"2024-03-05T10:00:2[6-9]/.test(JSON.stringify(line));
  return { lines: [...lines.filter(line => !isLate(line)), ...lines.filter(isLate)], ...rest };
}

describe('a session without quotes', () => {
  it('says that no quote was seen', async () => {
    const capture = await captured(hostScenario({}, RISING), async ({ advance, order, ask }) => {
      await advance({ by: '10s' });
      await order('1000');
      await ask('PUT', '/positions/EUR_USD/close', { longUnits: 'ALL' });
    });
    const comparison = compareSession(capture);
    expect(named(comparison)).toEqual(['lost lines']);
    expect(comparison.differences[0]?.because).toBe('no quote was seen before');
    expect(comparison.samples).toBe(0);
    expect(comparison.clock).toBe('unknown');
  });

  it('differs in nothing when nothing happened', async () => {
    const capture = await captured(hostScenario(), async ({ ask }) => void (await ask('GET', '')));
    expect(compareSession(capture).differences).toEqual([]);
  });
});
