/** Whether this is the nightly run, which leaves out nothing; `npm test` takes a part of what takes long. */
export const IS_NIGHTLY = process.env['ORRERY_RUNS'] !== undefined;

/** The runs of a random test by day are its nightly ones, divided by this. */
const DAY_SHARE = 4;

/** How many random runs a test makes. @param all - those of the nightly run. */
export function runsOf(all: number): number {
  return IS_NIGHTLY ? all : Math.ceil(all / DAY_SHARE);
}
