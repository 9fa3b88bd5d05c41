/** What the bench says while it works: lines on stderr. */

/** Says one line. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A function that says how far `label` has come, at most at every tenth. */
export function tenths(label: string): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    const tenth = Math.floor((done / total) * 10);
    if (tenth <= told) return;
    told = tenth;
    say(`  ${label} ${tenth * 10}%`);
  };
}
