/**
 * The front of `exec` as far as virtual time sees it, without TLS and proxies, before a sandbox.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type OpenServer, openServer } from '../../../src/broker/api/server.js';
import { StreamGate } from '../../../src/broker/api/v20/stream/stream-gate.js';
import type { PaceSetup } from '../../../src/broker/runtime/clock/pace.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import { addFaults } from '../../../src/exec/faults.js';
import { Connection } from '../../../src/exec/front/connection.js';
import type { HeldRequest } from '../../../src/exec/front/held-request.js';
import { TappedRequest, TappedResponse } from '../../../src/exec/front/tapped.js';
import { OutsideProcesses } from '../../../src/exec/virtual/outside.js';
import { Pauses } from '../../../src/exec/virtual/pauses.js';
import { VirtualTime } from '../../../src/exec/virtual/virtual-time.js';

const TAPPED = {
  keepAliveTimeout: 0,
  IncomingMessage: TappedRequest,
  ServerResponse: TappedResponse,
} as const;

type TappedServer = Server<typeof TappedRequest, typeof TappedResponse>;

/** Stands for the front. */
class PlainFront {
  readonly connections = new Map<number, Connection>();
  onRequest: (held: HeldRequest) => void = held => held.serve();
  onConnection: (connection: Connection) => void = () => undefined;

  constructor(server: TappedServer, serve: (held: Omit<HeldRequest, 'serve'>) => void) {
    server.on('connection', (socket: Socket) => {
      const connection = new Connection(socket.remotePort as number, socket);
      this.connections.set(connection.port, connection);
      this.onConnection(connection);
      socket.once('close', () => {
        this.connections.delete(connection.port);
        this.onConnection(connection);
      });
    });
    server.on('request', (request, response) => {
      const port = request.socket.remotePort as number;
      const held = { port, request, response, isStream: (request.url ?? '').includes('/stream') };
      this.onRequest({ ...held, serve: () => serve(held) });
    });
  }
}

/** Opens `scenario` under virtual time, on a port of its own. @param rules - of faults. @param pace - of time */
export async function openVirtual(
  scenario: Scenario,
  rules: readonly object[] = [],
  pace?: PaceSetup,
) {
  const gate = new StreamGate();
  const pauses: Pauses = new Pauses(() => server.sandbox.simulation.now);
  const server: OpenServer = await openServer(scenario, {
    mode: 'lockstep',
    dialect: 'current',
    gate,
    faultTime: pauses,
  });
  await addFaults(server, { file: 'faults', rules });
  const http = createServer(TAPPED);
  const front = new PlainFront(http, ({ request, response }) =>
    server.app.routing(request, response),
  );
  const told: string[] = [];
  const tell = (text: string) => told.push(text);
  const outside = new OutsideProcesses(() => true, tell);
  const stall = { seconds: 0, end: tell, computes: () => false, placeOf: async () => undefined };
  const owners = { opened: () => undefined, closed: () => undefined, isUnheld: () => false };
  const world = { server, front, gate, pauses, outside, owners };
  const time = await VirtualTime.open({
    ...world,
    onUnheld: () => undefined,
    isPoll: () => false,
    pace,
    stall,
    tell,
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const { id, token } = server.accounts[0] ?? { id: '', token: '' };
  return {
    time,
    told,
    account: id,
    token,
    port: (http.address() as AddressInfo).port,
    clock: server.sandbox.clock,
    simulation: server.sandbox.simulation,
    async close() {
      time.close();
      http.closeAllConnections();
      await new Promise(resolve => http.close(resolve));
      await server.close();
    },
  };
}
