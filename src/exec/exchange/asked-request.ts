/** A request of a program as properties see it, those of users too: the package has its types. */

/** A request and how it was answered. */
export interface AskedRequest {
  /** Simulated, RFC 3339: when it was asked, and when its answer was over. */
  readonly time: string;
  readonly answered: string;
  /** A v20 operationId; `other` for paths that v20 does not have. */
  readonly operation: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** The body as it was sent; empty without one. */
  readonly body: string;
  /** 0 when the connection was cut before an answer. */
  readonly status: number;
  /** Seconds of the answer's `Retry-After`; absent without one. */
  readonly retryAfter?: number;
  /** Lines of a stream; absent for other answers. */
  readonly lines?: number;
}
