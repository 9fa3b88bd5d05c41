/**
 * Holds programs in Java and Go in virtual time, by an agent and an overlay. Both report to the
 * sandbox until when a program waits. Its threads show that it waits, and only Linux shows threads.
 * Source: decision 0083.
 */

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { tellsOfThreads } from '../../broker/runtime/lockstep/threads.js';
import { packageFile } from '../../data/package-root.js';
import { goFlags } from './go-overlay.js';

/** What the environment of a program needs for them. */
export interface SeenLanguages {
  readonly javaAgent: string | undefined;
  readonly goFlags: string | undefined;
  /** Why the language of the command is not held, for people; undefined when it is, or is another one. */
  readonly trouble: string | undefined;
}

/** Nothing: without virtual time. */
export const NONE_SEEN: SeenLanguages = {
  javaAgent: undefined,
  goFlags: undefined,
  trouble: undefined,
};
const JAVA = /^(?:java|mvn|mvnw|gradle|gradlew)$/;
const NO_AGENT =
  'this package was built without a JDK and has no agent for Java: a program in Java runs in real time';

/**
 * Makes what they need.
 * @param env - of the program
 * @param place - the folder of the run
 */
export function seenLanguages(
  env: NodeJS.ProcessEnv,
  place: { readonly path: string },
  [file = '']: readonly string[],
): SeenLanguages {
  if (!tellsOfThreads()) return NONE_SEEN;
  const agent = packageFile('dist/agent/held.jar');
  const javaAgent = existsSync(agent) ? agent : undefined;
  const go = goFlags(env, place, packageFile('dist/exec/preload/go'));
  const command = basename(file);
  const noJava = JAVA.test(command) && javaAgent === undefined ? NO_AGENT : undefined;
  const noGo = command === 'go' && go !== undefined && 'trouble' in go ? go.trouble : undefined;
  return {
    javaAgent,
    goFlags: go !== undefined && 'flags' in go ? go.flags : undefined,
    trouble: noJava ?? noGo,
  };
}
