#!/usr/bin/env node

/**
 * What is started: looks at the version of Node before anything that an old one cannot parse is loaded.
 * Hence no import and no syntax in here that came after 2020; a test parses the built file as such.
 */

const NEEDED = [20, 19] as const;

/** What is wrong with a version of Node, such as `18.20.8`; undefined when nothing is. */
function refusal(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return isNew ? undefined : `orrery needs Node ${NEEDED.join('.')} or later, this is ${version}\n`;
}

const refused = refusal(process.versions.node);
if (refused === undefined) {
  void import('./start.js');
} else {
  process.stderr.write(refused);
  process.exitCode = 2;
}
