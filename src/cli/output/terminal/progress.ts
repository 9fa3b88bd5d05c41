/**
 * Shows the progress of long work as a bar on a terminal, and nowhere else. It always uses stderr,
 * so that stdout has only results.
 */

export interface Progress {
  update(done: number, total?: number): void;
  /** Removes the bar before the work has ended. */
  stop(): void;
}

const SILENT: Progress = { update() {}, stop() {} };

/**
 * Runs `work` with a progress bar of rate and remaining time. The bar is always removed at the end,
 * because it would keep the process alive.
 * @param unit - unit of the count: "ticks", "bytes".
 */
export async function withProgress<Result>(
  label: string,
  unit: string,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  const progress = await createProgress(label, unit);
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

async function createProgress(label: string, unit: string): Promise<Progress> {
  const wanted = process.stderr.isTTY === true && process.env['CI'] === undefined;
  if (!wanted) return SILENT;
  const { Presets, SingleBar } = (await import('cli-progress')).default;
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage}% | {value} ${unit} | {rate}/s | {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.rect,
  );
  const started = process.hrtime.bigint();
  let running = false;
  return {
    update(done, total = done) {
      if (!running) bar.start(total, 0, { rate: 0 });
      running = true;
      bar.setTotal(total);
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      bar.update(done, { rate: Math.round(done / Math.max(seconds, 0.001)) });
    },
    stop() {
      if (running) bar.stop();
    },
  };
}
