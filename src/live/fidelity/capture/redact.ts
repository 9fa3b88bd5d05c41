/** Keeps secrets out of what is written. A token passes through the proxy and is forgotten. */

const MASK = '[redacted]';
/** Shorter texts occur in answers by chance. */
const SECRET_MIN = 8;

/** A part of a query whose name says that it is a secret. */
const SECRET_IN_QUERY = /([?&][^=&#]*(?:token|secret|passw|auth|api[_-]?key)[^=&#]*=)([^&#]*)/gi;

/** Owns the tokens that have passed. `note` adds one; no text that it cleans has a token in it. */
export class Redaction {
  readonly #secrets = new Set<string>();

  /** Takes note of the token in a header `Authorization`. */
  note(authorization: string | undefined): void {
    const secret = authorization?.replace(/^\w+\s+/, '').trim() ?? '';
    if (secret.length >= SECRET_MIN) this.#secrets.add(JSON.stringify(secret).slice(1, -1));
  }

  /**
   * The path of a request without the values of its query that name a secret. Those values are taken
   * out of answers too.
   */
  cleanPath(path: string): string {
    return path.replace(SECRET_IN_QUERY, (_, name: string, value: string) => {
      for (const secret of [value, decoded(value)]) this.note(secret);
      return `${name}${MASK}`;
    });
  }

  /** The JSON text without any token that has passed. */
  clean(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, MASK);
    return clean;
  }
}

/** A value of a query as its sender meant it; as it stands when it is malformed. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
