/** Distinguishes TLS from plain HTTP by the first byte of a connection. */

import type { Socket } from 'node:net';

/** The first byte of every TLS handshake. Source: RFC 8446, 5.1. */
const HANDSHAKE = 0x16;

/**
 * Calls `then` when the first byte is there; the socket still gives it to its next reader. It is not
 * called for a socket that ends before.
 */
export function onFirstByte(socket: Socket, then: (isTls: boolean) => void): void {
  const look = () => {
    const head: Buffer | null = socket.read();
    if (head === null) {
      if (!socket.destroyed) socket.once('readable', look);
      return;
    }
    socket.unshift(head);
    then(head[0] === HANDSHAKE);
  };
  socket.once('readable', look);
}
