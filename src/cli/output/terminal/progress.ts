/**
 * Shows the progress of long work: as a bar on a terminal, and where asked for as a plain line now and
 * then elsewhere. It always uses stderr, so that stdout has only results.
 */

export interface Progress {
  /** @param label - of the present part of the work; default: that of all of it. */
  update(done: number, total?: number, label?: string): void;
  /** Removes the bar before the work has ended. */
  stop(): void;
}

/** How progress is shown. */
export interface ProgressOptions {
  /** Whether lines are written where there is no terminal. Default: no. */
  readonly lines?: boolean;
}

const SILENT: Progress = { update() {}, stop() {} };
/** Wall milliseconds between two lines at least. */
const LINE_MS = 10_000;

/**
 * Runs `work` with a progress bar of rate and remaining time. The bar is always removed at the end,
 * because it would keep the process alive.
 * @param unit - unit of the count: "ticks", "bytes".
 */
export async function withProgress<Result>(
  label: string,
  unit: string,
  work: (progress: Progress) => Promise<Result>,
  { lines = false }: ProgressOptions = {},
): Promise<Result> {
  const hasBar = process.stderr.isTTY === true && process.env['CI'] === undefined;
  const shown = lines ? progressLines(label, unit) : SILENT;
  const progress = hasBar ? await progressBar(label, unit) : shown;
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

async function progressBar(label: string, unit: string): Promise<Progress> {
  const { Presets, SingleBar } = (await import('cli-progress')).default;
  const bar = new SingleBar(
    {
      format: `{label} {bar} {percentage}% | {value} ${unit} | {rate}/s | {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.rect,
  );
  const started = performance.now();
  let running = false;
  return {
    update(done, total = done, part = label) {
      if (!running) bar.start(total, 0, { rate: 0, label: part });
      running = true;
      bar.setTotal(total);
      const seconds = (performance.now() - started) / 1_000;
      bar.update(done, { rate: Math.round(done / Math.max(seconds, 0.001)), label: part });
    },
    stop() {
      if (running) bar.stop();
    },
  };
}

/** One line at the first update and at each new part, and then now and then. */
function progressLines(label: string, unit: string): Progress {
  let last: { readonly atMs: number; readonly part: string } | undefined;
  return {
    update(done, total = done, part = label) {
      const atMs = performance.now();
      if (last?.part === part && atMs - last.atMs < LINE_MS) return;
      last = { atMs, part };
      process.stderr.write(`${part}: ${done} of ${total} ${unit}\n`);
    },
    stop() {},
  };
}
