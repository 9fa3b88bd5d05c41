/**
 * The settings that `orrery exec` puts into the environment of a program. Source: docs/decisions,
 * `exec`.
 */

/**
 * @typedef {object} Settings
 * @property {number} frontPort - port of 127.0.0.1 where the broker's hosts are found
 * @property {ReadonlySet<string>} hosts - the broker's hosts, in lower case
 * @property {string | undefined} authority - path of the PEM of the throw-away authority
 * @property {string} control - `unix:PATH` or `tcp:PORT:TOKEN`
 * @property {boolean} isVirtual - whether time is simulated
 * @property {string} seed - of all entropy under virtual time
 * @property {{ at: number, by: number } | undefined} clockJump - of the clock that dates show: microseconds
 */

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'WSS_PROXY', 'NO_PROXY'];
/** Variables that lead clients to the front. What this program starts gets them. */
export const PROXY_VARIABLES = new Set(PROXIES.flatMap(name => [name, name.toLowerCase()]));

/**
 * Takes the proxies out of the environment of this process, whose connections lead to the front without them: a client that heeds
 * them makes a tunnel, some of them for each request.
 * @param {NodeJS.ProcessEnv} env
 */
export function hideProxies(env) {
  for (const name of PROXY_VARIABLES) delete env[name];
}

/**
 * Reads the settings.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings | undefined} undefined when the program was not started by `orrery exec`
 */
export function readSettings(env) {
  const { ORRERY_FRONT_PORT: port, ORRERY_CONTROL: control } = env;
  if (port === undefined || control === undefined) return undefined;
  const hosts = (env['ORRERY_HOSTS'] ?? '').toLowerCase().split(',').filter(Boolean);
  return {
    frontPort: Number(port),
    hosts: new Set(hosts),
    authority: env['ORRERY_CA'],
    control,
    isVirtual: env['ORRERY_VIRTUAL_TIME'] === '1',
    seed: env['ORRERY_SEED'] ?? '0',
    clockJump: jumpIn(env['ORRERY_CLOCK_JUMP']),
  };
}

/** Reads `AT:BY`. @param {string | undefined} text */
function jumpIn(text) {
  if (text === undefined) return undefined;
  const [at = 0, by = 0] = text.split(':').map(Number);
  return { at, by };
}
