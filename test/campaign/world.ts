/**
 * What a client of the campaign is given, and what it is. A client knows nothing of the simulator:
 * it sees one account of a v20 broker, and time.
 */

/** An object that came over the network; nothing is known of its fields. */
export type Body = Readonly<Record<string, unknown>>;

/** The answer to a request. Names of headers are in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** What a planted client has: one account of a v20 broker, and time. */
export interface World {
  readonly accountID: string;
  /**
   * Sends a v20 request; `path` begins with /v3.
   * @throws Error when the connection is lost or no answer comes within 30 simulated seconds.
   */
  request(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Lines of the account's transaction stream from now on, heartbeats included; ends when the stream is cut. */
  stream(): AsyncIterable<Body>;
  /** Waits in simulated time. */
  wait(seconds: number): Promise<void>;
  /** Simulated seconds since 1970. */
  now(): number;
}

/** A client that wants a goal, such as to hold 1,000 units of EUR_USD. It resolves when it is done. */
export type Client = (world: World) => Promise<void>;

/** The position that a client intends at its end: signed units, 0 for flat. */
export interface Intent {
  readonly instrument: string;
  readonly units: number;
}
