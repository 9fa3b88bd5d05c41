/**
 * What the results of a study depend on, as digests. The folder of a study and the parts of its shards
 * state it, so that runs of different states are never put together.
 */

/** The content of `study.json`. */
export interface StudyManifest {
  readonly study: string;
  /** SHA-256 of everything the results depend on, hex. */
  readonly digest: string;
  readonly orrery: string;
  readonly scenario: { readonly name: string; readonly sha256: string };
  readonly strategy: { readonly sha256: string };
  /** SHA-256 of the other strategies of the scenario; absent when there are none. */
  readonly others?: readonly string[];
  /** The calendar of news; absent when the scenario names none. */
  readonly events?: { readonly sha256: string };
  /** The files of `financing:`, by their keys; absent when the scenario names none. */
  readonly financing?: readonly { readonly key: string; readonly sha256: string }[];
  readonly ticks: readonly { readonly instrument: string; readonly sha256: string }[];
}

/** The parts of the study that differ, in words; a change of the study itself comes last. */
export function changes(before: StudyManifest, now: StudyManifest): string[] {
  if (before.digest === now.digest) return [];
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const found = [
    ...(same(before.scenario, now.scenario) ? [] : ['scenario']),
    ...(same([before.strategy, before.others], [now.strategy, now.others]) ? [] : ['strategy']),
    ...(same(before.events, now.events) ? [] : ['calendar']),
    ...(same(before.financing, now.financing) ? [] : ['financing']),
    ...(same(before.ticks, now.ticks) ? [] : ['ticks']),
    ...(before.orrery === now.orrery ? [] : [`the version (${before.orrery}, now ${now.orrery})`]),
  ];
  return found.length > 0 ? found : ['study'];
}
