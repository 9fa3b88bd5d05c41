/** Small files of a store that only their owner may read. */

import { writeWhole } from '../../../data/storage/files/write-whole.js';
import { appendAll, DISK } from '../log/storage.js';

/** Writes a file as a whole, so that a crash leaves the old one. @throws InputError */
export async function writeOwnerFile(file: string, text: string): Promise<void> {
  await writeWhole(file, async temporary => {
    const made = await DISK.open(temporary);
    try {
      await appendAll(made, Buffer.from(text));
      await made.sync();
    } finally {
      await made.close();
    }
  });
}
