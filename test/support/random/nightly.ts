/** Whether this is the nightly run, which leaves out nothing; `npm test` takes a part of what takes long. */
export const IS_NIGHTLY = process.env['ORRERY_RUNS'] !== undefined;
