/**
 * `orrery ticks doctor FILE...`: says in sentences what is wrong with tick files: their clock, their
 * days, their quotes. Exit code 3 when a file has a fault.
 */

import type { Argv } from 'yargs';
import { diagnose } from '../../../data/storage/ticks/doctor/diagnose.js';
import type { Severity } from '../../../data/storage/ticks/doctor/finding.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { instrumentOf } from '../../flags/arguments.js';
import { commandOf, type FlagsOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { describeColumns, readByFlags, readFlags } from './tick-file.js';

type Report = Awaited<ReturnType<typeof examined>>;

const WORDS: Readonly<Record<Severity, string>> = {
  fault: 'FAULT',
  warning: 'warning',
  note: 'note',
};
const MARGIN = 10;
const WIDTH = 80;

const builder = (yargs: Argv) =>
  readFlags(yargs).positional('files', {
    type: 'string',
    array: true,
    demandOption: true,
    describe: 'tick files',
  });

type DoctorFlags = FlagsOf<typeof builder>;

export const ticksDoctorCommand = commandOf({
  command: 'doctor <files..>',
  describe: 'Find what is wrong with tick files: clock, days, quotes; exit code 3 for a fault',
  builder,
  async handler(flags) {
    const reports: Report[] = [];
    for (const file of flags.files) reports.push(await examined(file, flags));
    if (flags.json) print(`${JSON.stringify(reports)}\n`);
    else for (const report of reports) print(reportText(report));
    if (reports.some(({ good }) => !good)) process.exitCode = ExitCode.BAD_DATA;
  },
});

async function examined(file: string, flags: DoctorFlags) {
  const instrument = instrumentOf(flags.instrument, file);
  const ticks = await readByFlags(file, flags, { badRows: 'skip', order: 'sort' });
  const { columns, synthetic, layout } = ticks;
  const hours = instrument.tradingHours;
  return {
    file,
    instrument: instrument.name,
    layout,
    ...describeColumns(columns, instrument.displayPrecision),
    ...diagnose({ columns, books: ticks, hours, synthetic }),
  };
}

function reportText({ file, instrument, layout, ticks, from, to, findings, verdict }: Report) {
  const head = `${file}: ${instrument}, ${layout}, ${ticks} ticks, ${from.slice(0, 16)} to ${to.slice(0, 16)} UTC\n`;
  const lines = findings.map(({ severity, says }) => paragraph(WORDS[severity], says));
  return `${head}${lines.join('')}${paragraph('verdict', verdict)}`;
}

/** A word in the margin and text beside it, in lines of 80 characters. */
function paragraph(word: string, text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(' ')) {
    if (line !== '' && MARGIN + line.length + 1 + piece.length > WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? piece : ` ${piece}`;
  }
  lines.push(line);
  return lines
    .map((each, index) => `${(index === 0 ? `  ${word}` : '').padEnd(MARGIN)}${each}\n`)
    .join('');
}
