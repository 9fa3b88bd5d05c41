#!/usr/bin/env node

/**
 * The entry point of the program. It checks the version of Node before it loads any module that an
 * old Node cannot parse. Therefore this file has no import and no syntax newer than 2020; a test
 * parses the built file as such.
 */

const NEEDED = [20, 19] as const;

/**
 * The rule that a version of Node, such as `18.20.8`, breaks; undefined when the version is
 * supported.
 */
function refusal(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return isNew ? undefined : `orrery needs Node ${NEEDED.join('.')} or later, this is ${version}\n`;
}

const refused = refusal(process.versions.node);
if (refused === undefined) {
  void import('./boot.js');
} else {
  process.stderr.write(refused);
  process.exitCode = 2;
}
