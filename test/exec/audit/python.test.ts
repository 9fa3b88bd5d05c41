import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScenario } from '../../../src/data/storage/scenario/scenario-file.js';
import {
  type AuditOrder,
  auditProgram,
  type ProgramAuditReport,
} from '../../../src/exec/audit-program.js';
import { canReplaceFiles } from '../../../src/exec/layers/other-files.js';
import { strictTrouble } from '../../../src/exec/layers/strict.js';
import { auditedScenario } from '../../support/exec/audited-scenario.js';
import { leakTheFuture } from '../../support/exec/leaking-server.js';
import { ROOT } from '../../support/files/paths.js';
import { hasPython, PYTHON } from '../../support/python/run-python.js';
import { IS_NIGHTLY } from '../../support/random/nightly.js';

/** `orrery audit` of Python bots with the broker's hosts written down: clean ones, and two that peek. */

const CAN_REPLACE = await canReplaceFiles();
const { scenario, ticks } = auditedScenario();
const botFile = (name: string) => join(ROOT, 'test/exec/audit/bots', `${name}.py`);
const ON_POLL = { mode: 'on-poll', virtualTime: false } as const;
const LOCKSTEP = { mode: 'lockstep', virtualTime: true } as const;

const strict = (await strictTrouble()) === undefined;
/** Clean bots of different kinds, and how each is run; the long form has all of them. */
const CLEAN: readonly (readonly [name: string, how: Partial<AuditOrder>])[] = [
  ['polling', ON_POLL],
  ['threaded', { ...LOCKSTEP, strict }],
  ['urllib_account', ON_POLL],
  ['candles', LOCKSTEP],
  ['streaming', LOCKSTEP],
];
const IS_LONG = IS_NIGHTLY;
const clean = IS_LONG ? CLEAN : CLEAN.slice(0, 2);

/** Audits a bot in this process. @param words - its file and what follows. */
async function audit(
  words: readonly string[],
  how: Partial<AuditOrder>,
): Promise<ProgramAuditReport> {
  const order = {
    command: [PYTHON, ...words],
    strict: false,
    unguarded: false,
    quiet: true,
    tell: () => undefined,
    ...ON_POLL,
    ...how,
  };
  return auditProgram(await loadScenario(scenario), order, { instants: 1, seed: 3 });
}

/** What a finding says of the order that was different. */
function changedOrder({ finding }: ProgramAuditReport) {
  const { instant = '', time = '', was = '{}', now = '{}' } = finding ?? {};
  const [one, other] = [was, now].map(text => JSON.parse(text) as { url: string; body: unknown });
  const isOrder = one?.url.endsWith('/orders');
  return {
    isBefore: time <= instant,
    isAnother: isOrder && JSON.stringify(one?.body) !== JSON.stringify(other?.body),
  };
}

describe.skipIf(!hasPython())('orrery audit of a Python bot [needs python3]', () => {
  it.each(clean)('passes the clean one that is %s', async (name, how) => {
    const { finding, requests } = await audit([botFile(name)], how);
    expect(finding).toBeUndefined();
    expect(requests).toBeGreaterThan(4);
  });

  it.runIf(CAN_REPLACE)(
    'names the order of one that reads the tick file [needs unshare]',
    async () => {
      const report = await audit([botFile('peeks_by_file'), ticks], { strict });
      expect(changedOrder(report)).toEqual({ isBefore: true, isAnother: true });
    },
  );

  describe('with a simulator that shows candles of the future', () => {
    let mend: () => void;
    beforeAll(() => {
      mend = leakTheFuture();
    });
    afterAll(() => mend());

    it('names the order of one that asks for them', async () => {
      const report = await audit([botFile('peeks_by_candles')], ON_POLL);
      expect(changedOrder(report)).toEqual({ isBefore: true, isAnother: true });
    });
  });

  it.runIf(IS_LONG)(
    'passes the same one with the real simulator, which refuses [needs ORRERY_RUNS]',
    async () => {
      expect((await audit([botFile('peeks_by_candles')], ON_POLL)).finding).toBeUndefined();
    },
  );
});
