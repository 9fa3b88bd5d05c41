/** The world of a client in this process: one account of a v20 broker, and simulated time. */

/** An object that came from the broker. */
export type Body = Readonly<Record<string, unknown>>;

/** The answer to a request. Names of headers are in lower case. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** A broker and time. A client waits for nothing else, so it is known when it is idle. */
export interface CampaignWorld {
  readonly accountID: string;
  /**
   * Sends a v20 request; `path` begins with /v3.
   * @throws Error when the connection is lost, or no answer comes within 30 simulated seconds.
   */
  request(method: string, path: string, body?: unknown): Promise<ClientAnswer>;
  /** Lines of the transaction stream from now on, heartbeats included; ends when the stream is cut. */
  stream(): AsyncIterable<Body>;
  /** Waits in simulated time. */
  wait(seconds: number): Promise<void>;
  /** Simulated seconds since 1970. */
  now(): number;
}

/** A client. It resolves when it is done, and rejects when it has failed. */
export type Client = (world: CampaignWorld) => Promise<void>;
