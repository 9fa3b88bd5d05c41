/** Keeps secrets out of what is written. A token passes through the proxy and is forgotten. */

const MASK = '[redacted]';
/** Shorter texts occur in answers by chance. */
const SECRET_MIN = 8;

/** Remembers the tokens that have passed, and takes them out of JSON texts. */
export class Redaction {
  readonly #secrets = new Set<string>();

  /** Takes note of the token in a header `Authorization`. */
  note(authorization: string | undefined): void {
    const secret = authorization?.replace(/^\w+\s+/, '').trim() ?? '';
    if (secret.length >= SECRET_MIN) this.#secrets.add(JSON.stringify(secret).slice(1, -1));
  }

  /** The JSON text without any token that has passed. */
  clean(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, MASK);
    return clean;
  }
}
