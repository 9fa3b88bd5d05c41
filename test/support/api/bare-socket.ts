/** Requests as bytes on a bare connection, for what no HTTP client would send. */

import { connect } from 'node:net';

/**
 * Sends `text` and collects what comes back until the server closes the connection, or until
 * `isEnough` of it has come.
 */
export function exchange(
  port: number,
  text: string,
  isEnough: (soFar: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', chunk => {
      answer += chunk;
      if (isEnough(answer)) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
