/**
 * The program inside the namespace of strict mode: it takes connections to the broker's ports and hands
 * them to the front by a Unix socket, and it is the namespace's name server. The first line on the Unix
 * socket says what follows: `{"port":50000}` for a connection from that port, `{"refused":"host"}`
 * for a name that was refused. Words: socket, file to write when it is up, port of the front, hosts.
 */

import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { answerTo } from './dns.js';

const [socketPath = '', upFile = '', frontPort = '', hosts = ''] = process.argv.slice(2);
const HOSTS = new Set(hosts.split(','));
const BROKER_PORTS = [443, 80];
const DNS_PORT = 53;

/** Hands a connection to the front. */
function relay(socket: Socket): void {
  const front = connect(socketPath);
  front.write(`${JSON.stringify({ port: socket.remotePort })}\n`);
  for (const [one, other] of [
    [socket, front],
    [front, socket],
  ] as const) {
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.once('close', () => other.destroy());
  }
}

/**
 * Sends the front a line, and then calls `then`: a program that ends at its answer has been
 * reported by then.
 */
function tell(line: object, then: () => void): void {
  const front = connect(socketPath);
  front.on('error', () => front.destroy());
  front.once('close', then);
  front.end(`${JSON.stringify(line)}\n`);
}

async function open(): Promise<void> {
  for (const port of [...BROKER_PORTS, Number(frontPort)]) {
    const server = createServer({ noDelay: true }, relay);
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  }
  const names = createSocket('udp4');
  names.on('message', (question, { port, address }) => {
    const exchange = answerTo(question, HOSTS);
    if (exchange === undefined) return;
    const answer = () => names.send(exchange.answer, port, address);
    if (exchange.isKnown) answer();
    else tell({ refused: exchange.name }, answer);
  });
  await new Promise<void>(resolve => names.bind(DNS_PORT, '127.0.0.1', resolve));
  writeFileSync(upFile, '');
}

// Signals are for the program; the process that started the relay ends it when the program has
// ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
void open();
