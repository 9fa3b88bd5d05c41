/** Progress messages of the bench: lines on stderr. */

/** Prints one line. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A function that reports the progress of `label`, at most once per tenth. */
export function tenths(label: string): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    const tenth = Math.floor((done / total) * 10);
    if (tenth <= told) return;
    told = tenth;
    say(`  ${label} ${tenth * 10}%`);
  };
}
