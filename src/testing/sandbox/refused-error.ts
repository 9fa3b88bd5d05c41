/** The error of a test's request to control that was refused. */

/** The message has the request, the status and the server's sentence, which names the valid forms. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** The HTTP status: 400 for a bad value, 404 for what is not there, 409 for what cannot be done now. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
