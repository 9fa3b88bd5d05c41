/**
 * Reads the file of guests of a server: names, keys and quotas. A key may stand in it as it is only when
 * the owner of the file alone can read it; its SHA-256 may stand in any file. No message shows a key.
 * Source: docs/guides/shared-server.md.
 */

import { statSync } from 'node:fs';
import { InputError } from '../../../core/base/input-error.js';
import {
  type DocumentPath,
  readDocument,
  type ScenarioDocument,
} from '../../../data/storage/document/document.js';
import { sha256 } from '../../../data/storage/files/sha256.js';
import { type Guest, QUOTA_NAMES, type QuotaName, type Quotas } from './quotas.js';

type Fields = Readonly<Record<string, unknown>>;

const NAME = /^[A-Za-z0-9][\w.-]{0,39}$/;
/** As tokens that users choose. */
const KEY = /^[\w.~+/=-]{16,512}$/;
const LIKE_A_KEY = /[\w.~+/=-]{16,}/;
const DIGEST = /^sha256:([0-9a-f]{64})$/;
const WHOLE = /^\d{1,12}$/;
const SIZE = /^(\d{1,12})(?: ?(KiB|MiB|GiB))?$/;
const UNITS: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
const ALL_RIGHTS = 0o777;
const OF_OTHERS = 0o077;
const GUESTS_MAX = 10_000;
const NONE = Number.POSITIVE_INFINITY;

/** Quotas where a file names none. */
const UNLIMITED: Quotas = { simulations: NONE, bytes: NONE, cpuSeconds: NONE, streams: NONE };

/**
 * Reads the guests in `file`.
 * @throws InputError (scenario) naming the line for an unknown field, a value out of its bounds, a name or
 * a key that two guests have, and a plain key in a file that others can read.
 */
export async function readGuests(file: string): Promise<readonly Guest[]> {
  try {
    const document = await readDocument(file);
    return new GuestReader(document, rightsOfOthers(file)).guests();
  } catch (error) {
    throw error instanceof InputError ? withoutKeys(error) : error;
  }
}

/** The error without what may be a key: a parser of YAML quotes the text at which it fails. */
function withoutKeys({ kind, place, rule }: InputError): InputError {
  const hidden = rule.replace(LIKE_A_KEY, '***');
  const isNumber = /^\d+$/.test(LIKE_A_KEY.exec(rule)?.[0] ?? '');
  const way = isNumber ? '; a key of digits alone needs quotes' : '';
  return new InputError(kind, place, `${hidden}${way}`);
}

/** The rights of others than the owner of a file, as `chmod` writes the mode; undefined: they have none. */
function rightsOfOthers(file: string): string | undefined {
  const mode = statSync(file).mode & ALL_RIGHTS;
  const isOpen = process.platform !== 'win32' && (mode & OF_OTHERS) !== 0;
  return isOpen ? mode.toString(8) : undefined;
}

/** Owns the names and digests that were read from one document; `guests` adds to them. */
class GuestReader {
  readonly #document: ScenarioDocument;
  readonly #openMode: string | undefined;
  readonly #names = new Set<string>();
  readonly #digests = new Set<string>();

  constructor(document: ScenarioDocument, openMode: string | undefined) {
    this.#document = document;
    this.#openMode = openMode;
  }

  guests(): readonly Guest[] {
    const fields = this.#map([], this.#document.data, ['quotas', 'guests']);
    const { quotas, guests } = fields;
    const usual = quotas === undefined ? UNLIMITED : this.#quotas(['quotas'], quotas);
    if (!Array.isArray(guests) || guests.length === 0 || guests.length > GUESTS_MAX) {
      this.#fail(['guests'], `must list 1 to ${GUESTS_MAX} guests`);
    }
    return guests.map((guest, at) => this.#guest(['guests', at], guest, usual));
  }

  #guest(path: DocumentPath, guest: unknown, usual: Quotas): Guest {
    const fields = this.#map(path, guest, ['name', 'key', ...QUOTA_NAMES]);
    const { name, key, ...quotas } = fields;
    if (typeof name !== 'string' || !NAME.test(name)) {
      const rule =
        'must be 1 to 40 letters, digits or any of . _ -, beginning with a letter or digit';
      this.#fail([...path, 'name'], rule);
    }
    if (this.#names.has(name)) this.#fail([...path, 'name'], `another guest is called ${name}`);
    this.#names.add(name);
    const digest = this.#digest([...path, 'key'], key);
    return { name, digest, quotas: { ...usual, ...this.#quotasIn(path, quotas) } };
  }

  #digest(path: DocumentPath, key: unknown): string {
    const text = typeof key === 'string' ? key : '';
    const given = DIGEST.exec(text)?.[1];
    if (given === undefined && !KEY.test(text)) {
      const rule = 'must be 16 to 512 letters, digits or any of . _ ~ + / = -';
      this.#fail(path, `${rule}, or sha256: and the 64 hex digits of its SHA-256`);
    }
    if (given === undefined && this.#openMode !== undefined) {
      const why = `others than the owner have rights to this file (mode ${this.#openMode})`;
      this.#fail(path, `${why}, so a key must stand as sha256:...; or chmod 600 the file`);
    }
    const digest = given ?? sha256(text);
    if (this.#digests.has(digest)) this.#fail(path, 'another guest has this key');
    this.#digests.add(digest);
    return digest;
  }

  #quotas(path: DocumentPath, value: unknown): Quotas {
    return { ...UNLIMITED, ...this.#quotasIn(path, this.#map(path, value, QUOTA_NAMES)) };
  }

  #quotasIn(path: DocumentPath, fields: Fields): Partial<Quotas> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        this.#limit([...path, name], name as QuotaName, value),
      ]),
    );
  }

  #limit(path: DocumentPath, name: QuotaName, value: unknown): number {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text === 'none') return NONE;
    const was = text === '' ? ', had no value' : `, was ${text}`;
    if (name === 'bytes') {
      const [, count, unit] = SIZE.exec(text) ?? [];
      if (count !== undefined) return Number(count) * (unit === undefined ? 1 : (UNITS[unit] ?? 1));
      this.#fail(path, `must be a whole number, such as 1000000 or 50MiB, or none${was}`);
    }
    if (!WHOLE.test(text)) this.#fail(path, `must be a whole number from 0 on, or none${was}`);
    return Number(text);
  }

  #map(path: DocumentPath, value: unknown, names: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#fail(path, `must have the fields ${names.join(', ')}`);
    }
    const strange = Object.keys(value).find(name => !names.includes(name));
    if (strange !== undefined) {
      const name = strange.replace(LIKE_A_KEY, '***');
      this.#fail([...path, name], `is no field here; there are ${names.join(', ')}`);
    }
    return value as Fields;
  }

  #fail(path: DocumentPath, rule: string): never {
    throw this.#document.error(path, rule);
  }
}
