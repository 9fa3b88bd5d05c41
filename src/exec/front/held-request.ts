/** A request of the child that has come whole to the front and waits to be served. */

import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request before it is served. */
export interface HeldRequest {
  /** The child's local port of its connection. */
  readonly port: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether it opens a stream, whose answer does not end. */
  readonly isStream: boolean;
  /** Hands the request to the server; to be called once. */
  readonly serve: () => void;
}
