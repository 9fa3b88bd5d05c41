/**
 * Files that a program finds in place of others (Linux): it runs in a namespace of mounts, in which
 * they lie over them. Source: unshare(1), user_namespaces(7), mount(8).
 */

import { execFile } from 'node:child_process';
import { groupID, userID } from './strict.js';

/** Words: user, group, number of files, each with the file under it, then the program. */
const SCRIPT = `
user=$1 group=$2 count=$3
shift 3
while [ "$count" -gt 0 ]; do
  mount --bind "$1" "$2" || exit 97
  shift 2
  count=$((count - 1))
done
exec unshare --user --map-user="$user" --map-group="$group" -- "$@"`;

const PROBE_MS = 10_000;

/** The command that runs `command` with other files. @param files - what it finds, by real path. */
export function withFiles(
  command: readonly string[],
  files: ReadonlyMap<string, string>,
): readonly string[] {
  if (files.size === 0) return command;
  const pairs = [...files].flatMap(([path, other]) => [other, path]);
  return [
    'unshare',
    ...['--map-root-user', '--mount', '--', 'sh', '-c', SCRIPT, 'sh'],
    ...[String(userID()), String(groupID()), String(files.size)],
    ...pairs,
    ...command,
  ];
}

/** Whether this system can show a program other files. */
export function canReplaceFiles(): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false);
  const [file = '', ...args] = withFiles(['true'], new Map([['/etc/hosts', '/etc/hosts']]));
  return new Promise(resolve => {
    execFile(file, args, { timeout: PROBE_MS }, error => resolve(error === null));
  });
}
