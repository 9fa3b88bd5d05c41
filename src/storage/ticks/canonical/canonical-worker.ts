/** The worker thread that reads the later part of a canonical file; see part.ts. */

import { parentPort, workerData } from 'node:worker_threads';
import { type PartRequest, readPart } from './part.js';

const part = readPart(workerData as PartRequest);
const columns = Object.values(part?.columns ?? {}).filter(column => typeof column !== 'number');
parentPort?.postMessage(
  part,
  columns.map(column => column.buffer as ArrayBuffer),
);
