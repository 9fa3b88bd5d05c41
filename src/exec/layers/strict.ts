/**
 * The third layer, on Linux: the program runs in a network namespace of its own that has no network but
 * a loopback, so that no program, whatever it does, reaches another host. The broker's names lead to a
 * relay in it, which reaches the front by a Unix socket. It needs no rights, only a system that lets
 * users make namespaces. Source: unshare(1), user_namespaces(7).
 */

import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { delimiter, join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { packageFile } from '../../data/package-root.js';

/** What the namespace needs to know. */
export interface StrictPlace {
  /** The folder of the run. */
  readonly workspace: {
    readonly path: string;
    readonly write: (name: string, content: string) => string;
  };
  /** Path of the Unix socket of the relay's other end. */
  readonly relaySocket: string;
  readonly frontPort: number;
  readonly hosts: readonly string[];
}

const RELAY = packageFile('dist/bundle/strict-relay.js');

/**
 * Set-up in the namespace, where this user is root: names, loopback, relay. The program then runs in a
 * namespace of users inside it, in which it has its own id again.
 * Words: folder, node, relay, socket, port, hosts, user, group, then the program.
 */
const SCRIPT = `
folder=$1 node=$2 relay=$3 socket=$4 port=$5 hosts=$6 user=$7 group=$8
shift 8
for name in hosts resolv.conf nsswitch.conf; do
  [ ! -e "/etc/$name" ] || mount --bind "$folder/$name" "/etc/$name" || exit 97
done
[ ! -d /var/run/nscd ] || mount -t tmpfs tmpfs /var/run/nscd || exit 97
ip link set lo up || exit 97
trap : INT TERM HUP
env -u NODE_OPTIONS "$node" "$relay" "$socket" "$folder/relay-up" "$port" "$hosts" &
relay=$!
while [ ! -e "$folder/relay-up" ]; do
  kill -0 $relay 2>/dev/null || exit 97
  sleep 0.01
done
# The shell says how its child ended; that is said at the end of the run.
exec 3>&2 2>/dev/null
(
  exec 2>&3 3>&-
  exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
)
code=$?
kill -9 $relay 2>/dev/null
exit $code`;

/** Why this machine has no strict mode, as a sentence without subject; undefined when it has. */
export async function strictTrouble(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'needs Linux';
  const probe = `ip link set lo up && mount --bind /etc/hosts /etc/hosts && \
unshare --user --map-user=${userID()} --map-group=${groupID()} true`;
  return new Promise(resolve => {
    const args = ['--map-root-user', '--net', '--mount', '--', 'sh', '-c', probe];
    execFile('unshare', args, { timeout: PROBE_MS }, (error, _stdout, stderr) => {
      if (error === null) resolve(undefined);
      else if (error.code === 'ENOENT') resolve('needs unshare, of util-linux');
      else resolve(`is refused by this system: ${stderr.trim() || error.message}`);
    });
  });
}

const PROBE_MS = 10_000;

/**
 * The command that runs `command` in a namespace.
 * @throws InputError when there is no such command: inside, nobody could tell that from its own code.
 */
export function strictCommand(
  command: readonly string[],
  { workspace, relaySocket, frontPort, hosts }: StrictPlace,
): readonly string[] {
  const names = ['localhost', hostname(), ...hosts].join(' ');
  workspace.write('hosts', `127.0.0.1 ${names}\n`);
  workspace.write('resolv.conf', 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
  workspace.write('nsswitch.conf', 'hosts: files dns\n');
  const [file = ''] = command;
  if (!isCommand(file)) {
    throw new InputError('scenario', { file }, 'no such command; give its path, or check PATH');
  }
  return [
    'unshare',
    ...['--map-root-user', '--net', '--mount', '--', 'sh', '-c', SCRIPT, 'sh'],
    ...[workspace.path, process.execPath, RELAY, relaySocket, String(frontPort), hosts.join(',')],
    ...[String(userID()), String(groupID())],
    ...command,
  ];
}

function isCommand(file: string): boolean {
  if (file.includes('/')) return isExecutable(file);
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some(folder => isExecutable(join(folder, file)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path);
  } catch {
    return false;
  }
}

/** The user and the group of this process; a program in a namespace runs as the same ones. */
export function userID(): number {
  return process.getuid?.() ?? 0;
}

export function groupID(): number {
  return process.getgid?.() ?? 0;
}
