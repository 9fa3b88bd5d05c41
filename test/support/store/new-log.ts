/** What the writer of a log without a record is opened with, beside its file and its length. */

import { FIRST_CHECKSUM } from '../../../src/broker/store/log/record-line.js';
import type { Storage } from '../../../src/broker/store/log/storage.js';

/** A log in `folder` that is never rotated. */
export function newLog(storage: Storage, folder: string) {
  const place = { storage, folder, first: 1, segment: 0, unpacked: [] };
  return {
    length: 0,
    before: 0,
    records: 0,
    checksum: FIRST_CHECKSUM,
    place: { ...place, rotateAt: Number.POSITIVE_INFINITY },
  };
}
