/**
 * Progress of long work: a bar on a terminal, nothing anywhere else. Always on stderr, so that
 * results on stdout stay clean.
 */

export interface Progress {
  update(done: number, total?: number): void;
  /** Takes the bar away before the work has ended. */
  stop(): void;
}

const SILENT: Progress = { update() {}, stop() {} };

/**
 * Does `work` beside a bar with rate and time left, which goes whatever becomes of the work: a bar
 * that stays keeps the process from ending. @param unit - what is counted: "ticks", "bytes".
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
