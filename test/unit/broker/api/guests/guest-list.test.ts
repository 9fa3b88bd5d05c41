import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGuests } from '../../../../../src/broker/api/guests/guest-list.js';
import { sha256 } from '../../../../../src/data/storage/files/sha256.js';
import { temporaryFile } from '../../../../support/files/temporary.js';

const KEY = 'a-key-of-anna-that-is-long';
const DIGEST = sha256(KEY);

/** A file of guests that its owner alone can read. */
function fileOf(text: string, mode = 0o600): string {
  const file = temporaryFile('guests.yaml', text);
  chmodSync(file, mode);
  return file;
}

describe('a file of guests', () => {
  it('has keys and quotas; those of a guest replace those of all', async () => {
    const text = `
quotas: { simulations: 5, bytes: 50MiB, streams: none }
guests:
  - { name: anna, key: ${KEY} }
  - { name: ben, key: "sha256:${'0'.repeat(64)}", bytes: 2 GiB, cpuSeconds: 600 }
`;
    const none = Number.POSITIVE_INFINITY;
    const quotas = { simulations: 5, bytes: 52_428_800, cpuSeconds: none, streams: none };
    expect(await readGuests(fileOf(text))).toEqual([
      { name: 'anna', digest: DIGEST, quotas },
      {
        name: 'ben',
        digest: '0'.repeat(64),
        quotas: { ...quotas, bytes: 2_147_483_648, cpuSeconds: 600 },
      },
    ]);
  });

  it('may be JSON', async () => {
    const file = temporaryFile(
      'guests.json',
      JSON.stringify({ guests: [{ name: 'a', key: `sha256:${DIGEST}`, streams: 4 }] }),
    );
    expect(await readGuests(file)).toMatchObject([{ name: 'a', quotas: { streams: 4 } }]);
  });

  it('has no plain key when others can read it, and the message does not show the key', async () => {
    const refusal = readGuests(fileOf(`guests: [{ name: anna, key: ${KEY} }]`, 0o640));
    await expect(refusal).rejects.toThrow(/guests\[0\]\.key.*\(mode 640\), .*chmod 600/);
    await expect(refusal).rejects.not.toThrow(new RegExp(KEY));
    const digest = fileOf(`guests: [{ name: anna, key: "sha256:${DIGEST}" }]`, 0o644);
    expect(await readGuests(digest)).toHaveLength(1);
  });

  it.each([
    ['guests: [{ name: a, key: 12345678901234567890 }]', /was \*\*\*; a key of digits alone needs/],
    [`guests: [{ name: a, ${KEY}: 1, ${KEY}: 2 }]`, /must be unique, was \*\*\* also on line 1/],
    [`guests: [{ name: a, ${KEY}: 1 }]`, /guests\[0\]\.\*\*\*: is no field here/],
    [`guests: [{ name: ${KEY}${KEY}, key: ${KEY} }]`, /name: must be 1 to 40 letters/],
  ])('does not show what may be a key: %s', async (text, message) => {
    const refusal = readGuests(fileOf(text));
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.not.toThrow(/a-key-of-anna|12345678901234567890/);
  });

  it.each([
    ['guests: []', /guests: must list 1 to 10000 guests/],
    ['quotas: {}', /:1:1: guests: must list 1 to 10000 guests/],
    ['[]', /must have the fields quotas, guests/],
    [`guests: [{ name: a b, key: ${KEY} }]`, /guests\[0\]\.name: must be 1 to 40 letters/],
    ['guests: [{ name: a, key: short }]', /guests\[0\]\.key: must be 16 to 512 letters/],
    ['guests: [{ name: a }]', /must be 16 to 512 letters/],
    [
      `guests: [{ name: a, key: ${KEY}, streams: -1 }]`,
      /streams: must be a whole number from 0 on, or none, was -1/,
    ],
    [
      `guests: [{ name: a, key: ${KEY}, bytes: 5 MB }]`,
      /bytes: must be .* 50MiB, or none, was 5 MB/,
    ],
    ['quotas: { simulations: }', /quotas\.simulations: .*, or none, had no value$/],
    ['quotas: { bytes: ~ }', /quotas\.bytes: .*, or none, had no value$/],
    [`guests: [{ name: a, key: ${KEY}, cpu: 1 }]`, /cpu: is no field here; there are name, key/],
    ['guests: [{ name: a, key: KEY }, { name: a, key: KEY2 }]', /another guest is called a/],
    ['guests: [{ name: a, key: KEY }, { name: b, key: KEY }]', /another guest has this key/],
  ])('is refused: %s', async (text, message) => {
    const file = fileOf(text.replaceAll('KEY2', `${KEY}2`).replaceAll('KEY', KEY));
    await expect(readGuests(file)).rejects.toThrow(message);
  });
});
