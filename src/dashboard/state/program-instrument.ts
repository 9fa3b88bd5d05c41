/** The instrument that a program asks for, so that the chart shows what it trades. Pure. */

/** What is read of a request. */
interface RequestParts {
  readonly path: string;
  readonly body?: string | undefined;
}

const IN_PATH = /\/(?:instruments|positions)\/([A-Z0-9_]+)/;
const IN_QUERY = /[?&]instruments?=([A-Z0-9_]+)/;
const IN_BODY = /"instrument":\s*"([A-Z0-9_]+)"/;

/** The first instrument that a request names; undefined for none. */
export function instrumentAsked({ path, body = '' }: RequestParts): string | undefined {
  return (IN_PATH.exec(path) ?? IN_QUERY.exec(path) ?? IN_BODY.exec(body))?.[1];
}
