/** Who looks at a program that `orrery exec --dashboard` runs: a session of the page, without a browser. */

import { exec } from '../process/exec.js';

/** An answer to the page. */
export interface Seen {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A session of the page. */
export class Looker {
  readonly #origin: string;
  readonly #cookie: string;

  private constructor(origin: string, cookie: string) {
    this.#origin = origin;
    this.#cookie = cookie;
  }

  /** Logs in by the address that was told. */
  static async at(address: string): Promise<Looker> {
    const { origin, hash } = new URL(address);
    const code = new URLSearchParams(hash.slice(1)).get('code');
    const headers = { 'content-type': 'application/json', origin };
    const body = JSON.stringify({ code });
    const answer = await fetch(`${origin}/login`, { method: 'POST', headers, body });
    return new Looker(origin, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
  }

  /** Sends a request of the page. */
  async ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Seen> {
    const answer = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        cookie: this.#cookie,
        origin: this.#origin,
        'orrery-simulation': 'main',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : { text } };
  }

  /** Where the clock stands. */
  async clock(): Promise<Readonly<Record<string, unknown>>> {
    return (await this.ask('GET', '/_sim/clock')).body;
  }

  /** Reads the clock until it says `over`. */
  async untilOver(): Promise<void> {
    while ((await this.clock())['over'] === undefined) {
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }
}

/** Runs a program with the page, has `look` look at it, and then ends the page as Ctrl-C does. */
export async function watched(args: readonly string[], look: (looker: Looker) => Promise<void>) {
  let looking: Promise<void> | undefined;
  const run = await exec(['--dashboard', '--port', '0', ...args], (said, pid) => {
    const [, address] = /dashboard (http\S+)/.exec(said) ?? [];
    if (address === undefined || looking !== undefined) return;
    looking = Looker.at(address)
      .then(look)
      .finally(() => process.kill(pid, 'SIGINT'));
    // It is awaited below, when the run is over.
    looking.catch(() => undefined);
  });
  await looking;
  return run;
}
