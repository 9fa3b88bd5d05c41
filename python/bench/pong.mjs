/** The bare exchange: as many bytes out and in as a hook has, and nothing else. */
import { readSync, writeSync } from 'node:fs';

const [rounds, out, back] = process.argv.slice(2).map(Number);
const sent = Buffer.alloc(out, 1);
const got = Buffer.alloc(back);
const round = () => {
  writeSync(1, sent);
  for (let read = 0; read < back; ) read += readSync(0, got, read, back - read, null);
};
for (let done = 0; done < 1_000; done += 1) round();
const start = process.hrtime.bigint();
for (let done = 0; done < rounds; done += 1) round();
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
writeSync(1, Buffer.from(String(rounds / seconds).padEnd(out, ' ')));
