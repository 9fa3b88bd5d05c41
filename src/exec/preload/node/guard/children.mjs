/**
 * Programs and threads that this one starts: they get the settings of `orrery exec` and the preload,
 * also when they are given an environment of their own.
 */

import childProcess from 'node:child_process';
import workerThreads, { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { PROXY_VARIABLES } from '../settings.mjs';

/** Lists in the environment, to which the part of `orrery exec` is added in front; and how they are joined. */
const LISTS = /** @type {const} */ ({ NODE_OPTIONS: ' ', PYTHONPATH: ':' });
/** Single variables that are kept, beside those whose names begin with `ORRERY_`. */
const KEPT = new Set(['NODE_EXTRA_CA_CERTS', 'PYTHONHASHSEED']);
/**
 * Names a started program to itself and to what it starts, so that its hello can be distinguished
 * from others.
 */
const STARTED = 'ORRERY_STARTED';
/** Its place among the programs of the run. */
const PLACE = 'ORRERY_PLACE';
/** Where a thread finds its name and its place. */
const BEGINNING = 'orrery exec';
const { ORRERY_STARTED: ownName, ORRERY_PLACE: placeOfProcess = '' } = process.env;
/** The name under which this process or thread was started, and its place. */
export const ownBeginning = workerThreads.isMainThread
  ? { started: ownName, place: placeOfProcess }
  : /** @type {{ started: string, place: string }} */ (
      /** @type {unknown} */ (getEnvironmentData(BEGINNING))
    );
/** @type {Map<string, import('node:child_process').ChildProcess>} started programs that are not over, by name */
const alive = new Map();
let starts = 0;
let threads = 0;
/** @type {Set<object>} worker threads that do not run yet */
const beginning = new Set();
/** @type {Map<object, string>} worker threads that have not ended, with their names */
const living = new Map();
const SYNCHRONOUS = /** @type {const} */ (['spawnSync', 'execSync', 'execFileSync']);

/** The names of the worker threads that this thread has started and that have not ended. */
export function startedThreads() {
  return [...living.values()];
}

/** The names of the programs that this one has started and that are not over for it. */
export function startedPrograms() {
  return [...alive].flatMap(([name, child]) => (isOver(child) ? [] : [name]));
}

/**
 * A program is over when it has ended and nothing is read of it any more: what it has started may
 * still write to the same pipes.
 * @param {import('node:child_process').ChildProcess} child
 */
function isOver(child) {
  const outputs = /** @type {any[]} */ ([child.stdout, child.stderr]);
  return !hasNotEnded(child) && !outputs.some(stream => stream?._handle?.reading);
}

/** The process ids of those that have not ended as far as this program has seen. */
export function childProcesses() {
  const children = [...alive.values()].filter(hasNotEnded);
  return children.flatMap(({ pid }) => pid ?? []);
}

/** @param {import('node:child_process').ChildProcess} child */
function hasNotEnded({ exitCode, signalCode }) {
  return exitCode === null && signalCode === null;
}

/**
 * @typedef {(name: string, call: () => any) => any} Blocking - runs a call that blocks the thread until
 * the program of that name has ended
 */
/** @type {Blocking} */
let block = (_, call) => call();

/** Has all calls that block the thread go through `blocking`. @param {Blocking} blocking */
export function aroundBlocking(blocking) {
  block = blocking;
}

/** Whether this program has started a worker thread. */
export function hasStartedThreads() {
  return threads > 0;
}

/** Whether a worker thread has been started and does not run yet. */
export function areThreadsBeginning() {
  return beginning.size > 0;
}

/** Called before a program is started. */
let onStart = () => {};

/** Has `call` run before each start of a program. @param {() => void} call */
export function beforeStarts(call) {
  onStart = call;
}

/**
 * Keeps hold of what is started.
 * @param {NodeJS.ProcessEnv} env - as this program was started
 * @param {string} preload - URL of the preload
 */
export function holdChildren(env, preload) {
  const proxies = Object.fromEntries(
    Object.entries(env).filter(([name]) => PROXY_VARIABLES.has(name)),
  );
  const kept = Object.entries(env).filter(
    ([name]) => name.startsWith('ORRERY_') || KEPT.has(name) || name in LISTS,
  );
  /** @type {WithSettings} */
  const withSettings = own => {
    const env = { ...proxies, ...own };
    for (const [name, value] of kept) env[name] = joined(name, String(value), own[name]);
    return env;
  };
  holdProcesses(withSettings, proxies);
  holdWorkers(preload, withSettings);
}

/** @typedef {(own: NodeJS.ProcessEnv) => NodeJS.ProcessEnv} WithSettings adds what `orrery exec` has set */

/**
 * @param {WithSettings} withSettings
 * @param {NodeJS.ProcessEnv} proxies - which this program does not see itself
 */
function holdProcesses(withSettings, proxies) {
  const prototype = /** @type {any} */ (childProcess.ChildProcess.prototype);
  const { spawn } = prototype;
  prototype.spawn = function spawnHeld(/** @type {any} */ options) {
    onStart();
    const own = Object.fromEntries((options.envPairs ?? []).map(pairOf));
    const name = nextName();
    const env = { ...withSettings(own), ...named(name) };
    const envPairs = Object.entries(env).map(pair => pair.join('='));
    const failure = spawn.call(this, { ...options, envPairs });
    if (failure) return failure;
    alive.set(name, this);
    this.once('close', () => alive.delete(name));
    return failure;
  };
  for (const name of SYNCHRONOUS) {
    const original = /** @type {any} */ (childProcess)[name];
    /** @type {any} */ (childProcess)[name] = (/** @type {any[]} */ ...args) => {
      const started = nextName();
      const held = args.map(arg =>
        arg?.env ? { ...arg, env: { ...withSettings(arg.env), ...named(started) } } : arg,
      );
      const added = { ...proxies, ...process.env, ...named(started) };
      return block(started, () => inEnvironment(added, () => original(...held)));
    };
  }
}

function nextName() {
  starts++;
  return `${process.pid}.${nextPlace()}`;
}

/** The place of what was started last. */
function nextPlace() {
  const { place } = ownBeginning;
  return place === '' ? `${starts}` : `${place}.${starts}`;
}

/** The identity that the program that was started last gets. @param {string} name */
function named(name) {
  return { [STARTED]: name, [PLACE]: nextPlace() };
}

/**
 * Runs a call in another environment of this process. Nothing else runs meanwhile.
 * @template T
 * @param {NodeJS.ProcessEnv} env
 * @param {() => T} call
 */
function inEnvironment(env, call) {
  const { env: own } = process;
  process.env = env;
  try {
    return call();
  } finally {
    process.env = own;
  }
}

/** @param {string} pair - `NAME=VALUE` @returns {[string, string]} */
function pairOf(pair) {
  const equals = pair.indexOf('=', 1);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

/**
 * @param {string} name
 * @param {string} value - of `orrery exec`
 * @param {string | undefined} own - of the child
 */
function joined(name, value, own) {
  if (!(name in LISTS) || own === undefined || own === '') return value;
  return own.includes(value) ? own : value + LISTS[/** @type {keyof typeof LISTS} */ (name)] + own;
}

/**
 * Node itself loads the preload into threads, but not into those with options of their own, nor into
 * CommonJS code given as text.
 * @param {string} preload
 * @param {WithSettings} withSettings
 */
function holdWorkers(preload, withSettings) {
  const { Worker } = workerThreads;
  class HeldWorker extends Worker {
    /**
     * @param {string | URL} file
     * @param {import('node:worker_threads').WorkerOptions} [options]
     */
    constructor(file, options = {}) {
      const held = { ...options };
      if (Array.isArray(options.execArgv)) {
        held.execArgv = [...options.execArgv, '--import', preload];
      }
      if (typeof options.env === 'object') held.env = withSettings(options.env);
      threads++;
      onStart();
      const name = nextName();
      setEnvironmentData(BEGINNING, { started: name, place: nextPlace() });
      super(options.eval ? afterPreload(String(file), preload) : file, held);
      beginning.add(this);
      living.set(this, name);
      this.once('exit', () => living.delete(this));
      for (const event of ['online', 'error', 'exit'])
        this.once(event, () => beginning.delete(this));
    }
  }
  Object.defineProperty(HeldWorker, 'name', { value: 'Worker' });
  /** @type {any} */ (workerThreads).Worker = HeldWorker;
}

/**
 * @param {string} code
 * @param {string} preload
 */
function afterPreload(code, preload) {
  const run = `require('node:vm').runInThisContext(${JSON.stringify(code)}, '[worker eval]')`;
  return `import(${JSON.stringify(preload)}).then(() => ${run})`;
}
