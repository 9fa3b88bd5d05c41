/** What stands in the way of a release: versions, changelog, what was not built, work that is not committed. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../data/package-root.js';
import { VERSION } from '../../data/version.js';
import { run } from './commands.js';

const ROOT = packageFile('.');
/** The heading of a version: `## [1.2.3] - 2026-01-31`, or `unreleased` until its day. */
const HEADING = /^## \[(\d+\.\d+\.\d+)\] - (unreleased|\d{4}-\d\d-\d\d)$/gm;
/** Kinds of changes. Source: Keep a Changelog 1.1.0. */
const KINDS: readonly string[] = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** The rules that the changelog breaks for a release of `version`, as sentences. */
export function changelogFaults(changelog: string, version: string): readonly string[] {
  const faults: string[] = [];
  const [newest] = changelog.matchAll(HEADING);
  if (newest?.[1] !== version) {
    faults.push(`CHANGELOG.md: the newest version must be ${version}, was ${newest?.[1]}`);
  } else if (newest[2] === 'unreleased') {
    faults.push(`CHANGELOG.md: ${version} must have the day of its release, was unreleased`);
  }
  for (const [, kind = ''] of changelog.matchAll(/^### (.*)$/gm)) {
    if (!KINDS.includes(kind)) {
      faults.push(
        `CHANGELOG.md: a kind of changes must be one of ${KINDS.join(', ')}, was ${kind}`,
      );
    }
  }
  return faults;
}

/** The rule that `version` breaks beside the versions that are tagged; undefined for none. */
export function versionFault(version: string, tags: readonly string[]): string | undefined {
  const numbers = tags.map(tag => tag.slice(1)).sort(compared);
  const newest = numbers.at(-1);
  if (newest === undefined || compared(newest, version) < 0) return undefined;
  return `package.json: the version must be above ${newest}, was ${version}`;
}

/** Why the agent for Java is not in a package of this checkout; undefined when it is. @param root - of the checkout */
export function agentFault(root: string): string | undefined {
  if (existsSync(join(root, 'dist', 'agent', 'held.jar'))) return undefined;
  return 'dist/agent/held.jar: must be built, which takes a JDK from 17 on: install one, and build again';
}

/** All that stands in the way of a release of this checkout. */
export function releaseFaults(): readonly string[] {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const changed = run('git', ['status', '--porcelain'], { folder: ROOT });
  const tags = run('git', ['tag', '--list', 'v*.*.*'], { folder: ROOT }).split('\n');
  const fault = versionFault(
    version,
    tags.filter(tag => tag !== ''),
  );
  const agent = agentFault(ROOT);
  return [
    ...(version === VERSION ? [] : [`src/data/version.ts: must be ${version}, was ${VERSION}`]),
    ...changelogFaults(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version),
    ...(fault === undefined ? [] : [fault]),
    ...(agent === undefined ? [] : [agent]),
    ...(changed === '' ? [] : ['git: every change must be committed']),
  ];
}

function compared(a: string, b: string): number {
  const [left, right] = [a, b].map(text => text.split('.').map(Number)) as [number[], number[]];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at < 0 ? 0 : (left[at] as number) - (right[at] as number);
}
