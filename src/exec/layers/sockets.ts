/** The sockets of processes, as Linux shows them. Source: proc(5), /proc/net/tcp. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A socket that has another end. */
interface Peer {
  readonly inode: string;
  readonly localPort: number;
  /** Address and port of the other end, as text. */
  readonly remote: string;
  readonly remotePort: number;
  readonly isLoopback: boolean;
}

const TCP = ['tcp', 'tcp6'] as const;
const ALL = [...TCP, 'udp', 'udp6'] as const;
/** Columns of these tables, and the state of a socket that waits for connections. */
const LOCAL = 1;
const REMOTE = 2;
const STATE = 3;
const INODE = 9;
const LISTENING = '0A';
const SOCKET = /^socket:\[(\d+)\]$/;
const NOWHERE = /^0+$/;
const LOOPBACK_V4 = /^[0-9A-F]{6}7F$/;
const LOOPBACK_V6 = '00000000000000000000000001000000';
/** An IPv4 address in an IPv6 socket. */
const MAPPED = /^0{16}FFFF0000(?=.{8}$)/;

/**
 * The processes among `pids` that have the other end of a connection to a port of this machine, or that
 * may not be looked at and so may have it.
 * @param port - of that other end. @param ours - the port that it is connected to.
 */
export function ownersOf(port: number, ours: number, pids: readonly number[]): readonly number[] {
  const ends = peersIn('self', TCP).filter(
    each => each.localPort === port && each.remotePort === ours && each.isLoopback,
  );
  const inodes = ends.map(({ inode }) => inode);
  return pids.filter(pid => {
    const open = socketsOf(pid);
    return open === 'unseen' || inodes.some(inode => open.has(inode));
  });
}

/**
 * The processes among `pids` that have an end of a loopback connection, in whatever network namespace
 * they live. @param port - of that end.
 */
export function holdersOf(port: number, pids: readonly number[]): readonly number[] {
  const tables = new Map<string, readonly Peer[]>();
  return pids.filter(pid => {
    const open = socketsOf(pid);
    if (open === 'unseen' || open.size === 0) return false;
    const network = networkOf(pid);
    const peers = tables.get(network) ?? peersIn(String(pid), TCP);
    tables.set(network, peers);
    return peers.some(
      ({ localPort, isLoopback, inode }) => localPort === port && isLoopback && open.has(inode),
    );
  });
}

/**
 * The ports at which a process of this network listens for TCP; none in a network namespace of its own.
 */
export function portsHeardBy(pid: number): readonly number[] {
  const open = socketsOf(pid);
  if (open === 'unseen' || networkOf(pid) !== networkOf(process.pid)) return [];
  return rowsOf('self', TCP).flatMap(row => {
    const port = row[LOCAL]?.split(':')[1];
    const isHeard = row[STATE] === LISTENING && open.has(row[INODE] ?? '');
    return isHeard && port !== undefined ? [Number.parseInt(port, 16)] : [];
  });
}

/**
 * A sign that a process may reach another machine, for people: a socket that leads there, or a
 * process that cannot be inspected. Undefined for none.
 */
export function signOf(pid: number): string | undefined {
  const open = socketsOf(pid);
  if (open === 'unseen') return 'runs as another user, so that its connections cannot be seen';
  if (open.size === 0) return undefined;
  const found = peersIn(String(pid), ALL).find(
    ({ inode, isLoopback }) => !isLoopback && open.has(inode),
  );
  return found === undefined ? undefined : `is connected to ${found.remote}`;
}

/** The inodes of the sockets that a process has open; none for a process that is gone. */
function socketsOf(pid: number): ReadonlySet<string> | 'unseen' {
  const inodes = new Set<string>();
  try {
    for (const name of readdirSync(`/proc/${pid}/fd`)) {
      const [, inode] = SOCKET.exec(readlinkSync(`/proc/${pid}/fd/${name}`)) ?? [];
      if (inode !== undefined) inodes.add(inode);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return 'unseen';
    // The process has ended, or has closed a file, meanwhile.
  }
  return inodes;
}

/** The network namespace of a process; empty for a process that is gone. */
function networkOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return '';
  }
}

function peersIn(pid: string, tables: readonly string[]): readonly Peer[] {
  return rowsOf(pid, tables).flatMap(peerOf);
}

/** The columns of each socket that a process's network has. */
function rowsOf(pid: string, tables: readonly string[]): readonly (readonly string[])[] {
  return tables.flatMap(table => {
    let text: string;
    try {
      text = readFileSync(`/proc/${pid}/net/${table}`, 'latin1');
    } catch {
      return [];
    }
    const lines = text.split('\n').slice(1);
    return lines.map(line => line.trim().split(/\s+/));
  });
}

function peerOf(row: readonly string[]): readonly Peer[] {
  const { [LOCAL]: local = '', [REMOTE]: remote = '', [INODE]: inode = '' } = row;
  const [address = '', port = ''] = remote.split(':');
  if (address === '' || NOWHERE.test(address)) return [];
  const plain = address.replace(MAPPED, '');
  const remotePort = Number.parseInt(port, 16);
  const peer = {
    inode,
    localPort: Number.parseInt(local.split(':')[1] ?? '', 16),
    remote: `${addressText(plain)}:${remotePort}`,
    remotePort,
    isLoopback: LOOPBACK_V4.test(plain) || plain === LOOPBACK_V6,
  };
  return [peer];
}

/** An address as people write it. The kernel writes words of four bytes, the lowest byte first. */
function addressText(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.map(word => (word.match(/../g) ?? []).reverse());
  if (words.length === 1) return (bytes[0] ?? []).map(byte => Number.parseInt(byte, 16)).join('.');
  const groups = bytes.flatMap(([a, b, c, d]) => [`${a}${b}`, `${c}${d}`]);
  return `[${groups.map(group => group.toLowerCase().replace(/^0{1,3}/, '')).join(':')}]`;
}
