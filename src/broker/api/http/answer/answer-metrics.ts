/**
 * Counts and times of answers for `/metrics`. They are counted here, and given to the library of metrics when
 * it is read: its own counters make a text of all labels for each answer, which takes several microseconds.
 */

import type { FastifyInstance } from 'fastify';
import { Counter, type Metric, Registry } from 'prom-client';
import type { Doors } from '../doors/doors.js';

/** Milliseconds of a second. */
const MS = 1_000;

/** Bounds in seconds: most answers take a few milliseconds, a long advance of the clock takes seconds. */
const ANSWER_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
const TIMES = 'orrery_http_answer_seconds';

/**
 * Counts and times every answer of an application, also those of unknown paths, whose route is `unknown`. To be
 * called on the application itself and before its routes: Fastify gives later ones no hooks that it has not yet.
 * @returns the registry of these metrics.
 */
export function addAnswerMetrics(app: FastifyInstance, doors: Pick<Doors, 'classOf'>): Registry {
  const registry = new Registry();
  const registers = [registry];
  const noteAnswer = addAnswerCounts(registers);
  const noteTime = addAnswerTimes(registry);
  const shed = new Counter({
    name: 'orrery_http_shed_total',
    help: 'Requests refused because of a limit, by status',
    labelNames: ['status'],
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.route === '' ? 'unknown' : request.route;
    const status = reply.statusCode;
    noteAnswer(request.method, route, status);
    const kind = doors.classOf(request.method, request.route);
    if (kind !== undefined) noteTime(kind, reply.elapsedTime / MS);
    if (reply.hasHeader('Retry-After')) shed.inc({ status });
    done();
  });
  return registry;
}

/** Adds the counts of answers. @returns what counts one; `route` is a pattern. */
function addAnswerCounts(
  registers: Registry[],
): (method: string, route: string, status: number) => void {
  const byRoute = new Map<string, AnswerCount[]>();
  const counter: Counter<'method' | 'route' | 'status'> = new Counter({
    name: 'orrery_http_answers_total',
    help: 'Answers by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect: () => {
      counter.reset();
      for (const [route, counts] of byRoute) {
        for (const { method, status, count } of counts)
          counter.inc({ method, route, status }, count);
      }
    },
  });
  return (method, route, status) => {
    const counts = byRoute.get(route) ?? [];
    const known = counts.find(each => each.status === status && each.method === method);
    if (known !== undefined) known.count += 1;
    else byRoute.set(route, [...counts, { method, status, count: 1 }]);
  };
}

interface AnswerCount {
  readonly method: string;
  readonly status: number;
  count: number;
}

/** Adds the times of answers. @returns what notes one: its class, and its seconds. */
function addAnswerTimes(registry: Registry): (kind: string, seconds: number) => void {
  const times = new Map<string, AnswerTimes>();
  const metric = {
    name: TIMES,
    help: 'Seconds from the head of a request to the end of its answer, by class; no streams',
    type: 'histogram',
    get: async () => ({ ...metric, values: [...times].flatMap(valuesOf) }),
  };
  // The library calls `get` alone.
  registry.registerMetric(metric as unknown as Metric);
  return (kind, seconds) => {
    const known = times.get(kind) ?? new AnswerTimes();
    if (known.count === 0) times.set(kind, known);
    known.note(seconds);
  };
}

/** Owns how many answers of a class took up to each bound, and their seconds. `note` adds one. */
class AnswerTimes {
  /** By bound, and last those above all. */
  readonly counts: number[] = [...ANSWER_SECONDS, 0].fill(0);
  count = 0;
  sum = 0;

  note(seconds: number): void {
    let at = 0;
    while (at < ANSWER_SECONDS.length && seconds > (ANSWER_SECONDS[at] as number)) at += 1;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.count += 1;
    this.sum += seconds;
  }
}

/** The lines of a class: how many answers took up to each bound, their sum, and how many there were. */
function valuesOf([kind, { counts, count, sum }]: readonly [string, AnswerTimes]) {
  let upTo = 0;
  const buckets = counts.map((each, at) => {
    upTo += each;
    const labels = { le: ANSWER_SECONDS[at] ?? '+Inf', class: kind };
    return { metricName: `${TIMES}_bucket`, labels, value: upTo };
  });
  const labels = { class: kind };
  return [
    ...buckets,
    { metricName: `${TIMES}_sum`, labels, value: sum },
    { metricName: `${TIMES}_count`, labels, value: count },
  ];
}
