/**
 * When an answer is over: the network has taken it, or its connection is gone. Node has no event
 * for either when an answer waits behind another one on the same connection and that connection
 * goes.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What to call when a connection goes: one listener a connection, however many answers wait on it. */
const WAITING = new WeakMap<Socket, Set<() => void>>();

/** Calls `over` once, when the answer that `response` sends is over; never before it returns. */
export function whenOver(response: ServerResponse, over: () => void): void {
  const { socket } = response.req;
  const waiting = waitingOn(socket);
  const end = () => {
    if (waiting.delete(end)) over();
  };
  waiting.add(end);
  response.on('finish', end).on('close', end);
  if (socket.destroyed) setImmediate(end);
}

function waitingOn(socket: Socket): Set<() => void> {
  const known = WAITING.get(socket);
  if (known !== undefined) return known;
  const waiting = new Set<() => void>();
  WAITING.set(socket, waiting);
  socket.once('close', () => {
    for (const end of waiting) end();
  });
  return waiting;
}
