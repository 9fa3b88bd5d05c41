/**
 * Builds the agent that holds programs in Java, where there is a JDK: `dist/agent/held.jar`, from the
 * Java sources beside the preloads. Without a JDK it says so, and Java programs keep the clock of the wall. It
 * builds again only what has changed, and the same sources give the same bytes.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './root.js';

const SOURCES = join(ROOT, 'src', 'exec', 'preload', 'java');
const JAR = join(ROOT, 'dist', 'agent', 'held.jar');
const DIGEST = `${JAR}.sources`;
const PACKAGE = join('orrery', 'held');
/** The class that an older Java must be able to load. */
const FIRST = 'Agent.java';
const MANIFEST = `Premain-Class: orrery.held.Agent
Can-Retransform-Classes: true
Can-Redefine-Classes: true
Boot-Class-Path: held.jar
`;
/** The date of every file in the jar, so that the jar does not depend on the day. */
const DATE = '2024-01-01T00:00:00Z';

const names = readdirSync(join(SOURCES, PACKAGE)).sort();
const hash = createHash('sha256').update(MANIFEST);
for (const name of names) hash.update(readFileSync(join(SOURCES, PACKAGE, name)));
const digest = hash.digest('hex');

if (!isBuilt()) {
  mkdirSync(dirname(JAR), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'orrery-agent-'));
  try {
    build(folder);
    writeFileSync(DIGEST, digest);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    process.stderr.write('no JDK is here: built without the agent that holds Java programs\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isBuilt(): boolean {
  return existsSync(JAR) && existsSync(DIGEST) && readFileSync(DIGEST, 'utf8') === digest;
}

function build(folder: string): void {
  const path = (name: string) => join(SOURCES, PACKAGE, name);
  const quiet = ['-Xlint:-options', '-d', folder];
  const rest = names.filter(name => name !== FIRST).map(path);
  // No method of these classes may be linked while a class is loaded: neither lambdas nor joined strings.
  const form = ['-source', '17', '-target', '17', '-XDstringConcat=inline'];
  const inner = ['--add-exports', 'java.base/jdk.internal.misc=ALL-UNNAMED'];
  execFileSync('javac', [...quiet, '--release', '8', path(FIRST)]);
  execFileSync('javac', [...quiet, ...form, ...inner, ...rest]);
  const manifest = join(folder, 'manifest');
  writeFileSync(manifest, MANIFEST);
  const classes = readdirSync(join(folder, PACKAGE)).sort();
  const files = classes.flatMap(name => ['-C', folder, `${PACKAGE}/${name}`]);
  execFileSync('jar', [
    '--create',
    '--file',
    JAR,
    '--manifest',
    manifest,
    '--date',
    DATE,
    ...files,
  ]);
}
