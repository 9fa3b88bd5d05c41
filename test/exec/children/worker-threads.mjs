/** Worker threads that poll the broker, wait for each other and are told to stop. Says what each did, and when. */

import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const START_MS = 1_709_510_400_000;
const seconds = () => (Date.now() - START_MS) / 1_000;

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

if (isMainThread) startAll();
else await work(workerData);

function startAll() {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  let left = 3;
  for (const number of [0, 1, 2]) {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { number, cells } });
    worker.on('message', text => {
      console.log(seconds(), text);
      if (text.endsWith('last')) worker.postMessage('stop');
    });
    worker.on('exit', code => {
      console.log(seconds(), `exit ${code}`);
      left -= 1;
      if (left === 0) sleepOn();
    });
  }
  setTimeout(() => {
    Atomics.store(cells, 0, 1);
    Atomics.notify(cells, 0);
  }, 3_500);
}

function sleepOn() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  console.log(seconds(), 'end');
}

/** @param {{ number: number, cells: Int32Array }} data */
async function work({ number, cells }) {
  const say = (/** @type {string} */ text) => port.postMessage(`${number} ${seconds()} ${text}`);
  say(Atomics.wait(cells, 0, 0, number === 2 ? 1_000 : undefined));
  port.on('message', text => {
    say(text);
    port.close();
  });
  const headers = { authorization: 'Bearer of-the-program' };
  for (const turn of ['first', 'last']) {
    await new Promise(resolve => setTimeout(resolve, 700 + 300 * (number % 2)));
    const { status } = await fetch('https://api-fxpractice.oanda.com/v3/accounts', { headers });
    say(`${status} ${turn}`);
  }
}
