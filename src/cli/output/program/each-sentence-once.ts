/**
 * Prints sentences about a program that runs many times once, although every run gives the same
 * ones.
 */

/**
 * Takes sentences and passes each on once, as a line of the command.
 * @param command - its name: `audit`. @param write - default: to stderr.
 */
export function eachSentenceOnce(
  command: string,
  write: (line: string) => void = line => void process.stderr.write(line),
): (sentence: string) => void {
  const told = new Set<string>();
  return sentence => {
    if (!told.has(sentence)) write(`orrery ${command}: ${sentence}\n`);
    told.add(sentence);
  };
}
