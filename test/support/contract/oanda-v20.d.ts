/** As much of the official client's types as the tests use; it ships none. */

declare module '@oanda/v20/context.js' {
  export interface Answer {
    readonly method: string;
    readonly path: string;
    readonly statusCode: string;
    readonly contentType: string;
    readonly rawBody: string;
    /** By the client's own classes; null when it could not read the answer. */
    readonly body: Record<string, unknown> | null;
  }
  /** Arguments of the operation, then what is told of the answer; streams are told chunks before. */
  type Method = (...args: unknown[]) => void;
  type Methods = Readonly<Record<string, Method>>;

  export class Context {
    constructor(hostname: string, port: number, ssl: boolean, application: string);
    setToken(token: string): void;
    readonly headers: Record<string, string>;
    /** Sends any request; each line of a stream goes to `onLine`. */
    request(
      method: string,
      path: string,
      body: object,
      onLine: (line: string) => void,
      onAnswer: (answer: unknown) => void,
    ): void;
    readonly account: Methods;
    readonly instrument: Methods;
    readonly order: Methods;
    readonly trade: Methods;
    readonly position: Methods;
    readonly transaction: Methods;
    readonly pricing: Methods;
    readonly user: Methods;
  }
}
