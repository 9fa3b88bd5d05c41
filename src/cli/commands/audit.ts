/** `orrery audit SCENARIO`: checks whether the scenario's strategy looks ahead. */

import type { Argv, CommandModule } from 'yargs';
import { type AuditReport, auditStrategy } from '../../runtime/audit-strategy.js';
import { loadScenario } from '../../storage/scenario/scenario-file.js';
import { ExitCode } from '../exit/exit-codes.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { checkWhole } from '../flags/arguments.js';
import { print } from '../output/print.js';
import { withProgress } from '../output/progress.js';

interface AuditFlags {
  readonly scenario: string;
  readonly instants: number;
  readonly seed: number;
  readonly json: boolean;
  readonly allowPath: readonly string[];
}

const INSTANTS_MAX = 10_000;

export const auditCommand: CommandModule<object, AuditFlags> = {
  command: 'audit <scenario>',
  builder: yargs =>
    yargs
      .positional('scenario', { type: 'string', demandOption: true, describe: 'scenario file' })
      .option('instants', {
        type: 'number',
        default: 10,
        describe: 'number of instants after which prices are replaced; each takes one run',
      })
      .option('seed', {
        type: 'number',
        default: 1,
        describe: 'seed for the instants and the prices',
      })
      .option('json', { type: 'boolean', default: false, describe: 'one JSON document on stdout' })
      .option('allow-path', allowPathOption('scenario')) as unknown as Argv<AuditFlags>,
  async handler({ scenario, instants, seed, json, allowPath }) {
    checkWhole('instants', instants, 1, INSTANTS_MAX);
    checkWhole('seed', seed);
    const loaded = await loadScenario(scenario, { allowPath });
    const report = await withProgress('auditing', 'runs', running =>
      auditStrategy(loaded, {
        instants,
        seed,
        onRun: (done, total) => running.update(done, total),
      }),
    );
    if (json) print(`${JSON.stringify({ scenario, ...report })}\n`);
    else print(reportText(scenario, report));
    if (report.finding !== undefined) process.exitCode = ExitCode.DIFFERENT;
  },
};

function reportText(
  scenario: string,
  { instants, commands, opened, finding }: AuditReport,
): string {
  const lines = opened.map(file => `${scenario}: the strategy opened ${file} by itself`);
  if (finding === undefined) {
    lines.push(
      `${scenario}: ${commands} commands; none changed when the prices after ${instants.length} instants were replaced`,
    );
  } else {
    const { instant, time } = finding;
    lines.push(
      instant === undefined
        ? `${scenario}: two runs on the same prices differ at ${time}`
        : `${scenario}: looks ahead: what happened at ${time} changed with the prices after ${instant}`,
      `  was ${finding.was ?? 'nothing'}`,
      `  now ${finding.now ?? 'nothing'}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
