/** The note about a disguise for a reader of results; command line and report print the same. */

import type { ManifestDisguise } from './report-data.js';

/** The disguise in a sentence without its full stop. */
export function disguiseNote({ weeks, plain, names, scale }: ManifestDisguise): string {
  const named = Object.entries(names).map(([name, shown]) => `${name} as ${shown}`);
  const scaled = Object.entries(scale).map(([name, times]) => `prices of ${name} times ${times}`);
  const moved = `disguise: ${plain.from} to ${plain.to} moves by ${weeks} weeks`;
  return [moved, ...named, ...scaled].join(', ');
}
