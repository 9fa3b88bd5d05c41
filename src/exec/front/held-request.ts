/** A request of the child that has come whole to the front and waits to be served. */

import type { IncomingMessage } from 'node:http';
import type { TappedResponse } from './tapped.js';

/** A request before it is served. */
export interface HeldRequest {
  /** The child's local port of its connection. */
  readonly port: number;
  readonly request: IncomingMessage;
  readonly response: TappedResponse;
  /** Whether it opens a stream, whose answer does not end. */
  readonly isStream: boolean;
  /** Hands the request to the server; to be called once. */
  readonly serve: () => void;
}
