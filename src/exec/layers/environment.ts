/**
 * The first two layers: the environment of the child. Programs that use its settings take the front
 * as their proxy and trust the run's authority; Python and Node load a preload that leads the
 * broker's hosts to the front whatever the program does.
 */

import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The values in the environment of the child. */
export interface ChildFacts {
  readonly frontPort: number;
  readonly hosts: readonly string[];
  /** Path of the authority's certificate as PEM. */
  readonly authority: string;
  /** Path of the trust store for Java. */
  readonly trustStore: string;
  /** Address of the control socket. */
  readonly control: string;
  /** Token and account of the sandbox. */
  readonly token: string;
  readonly account: string;
  /** The token of control, for a program that turns the clock itself; undefined: it must not. */
  readonly controlToken: string | undefined;
  /** Folder of the preload for Python, and file of the one for Node. */
  readonly pythonPreload: string;
  readonly nodePreload: string;
  /** What holds programs in Java and Go in virtual time; undefined where they are not held. */
  readonly javaAgent: string | undefined;
  readonly goFlags: string | undefined;
  /** The seed of entropy under virtual time; undefined: the wall's time. */
  readonly virtualSeed: number | undefined;
  /** A jump of the program's clock: microseconds since 1970, and microseconds. */
  readonly clockJump?: { readonly at: number; readonly by: number } | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Loopback needs no proxy; an IPv6 address in this list breaks some clients. */
const DIRECT = ['localhost', '127.0.0.1'];

/** `HttpClient` looks after its connections every three seconds, which a week of simulated time has many of. */
const LONG_LOOKS = { 'jdk.internal.httpclient.selectorTimeout': '86400000' };

/** The environment of the child. @param own - that of this process, which the child's begins with. */
export function childEnvironment(own: Variables, facts: ChildFacts): Record<string, string> {
  const kept = Object.entries(own).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return {
    ...Object.fromEntries(kept),
    ...proxyVariables(facts.frontPort),
    ...trustVariables(facts, own['JAVA_TOOL_OPTIONS']),
    ...preloadVariables(facts, own),
    ...ownVariables(facts),
  };
}

function proxyVariables(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`;
  const values: Record<string, string> = { NO_PROXY: DIRECT.join(',') };
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'WSS_PROXY']) values[name] = url;
  const small = Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...values, ...Object.fromEntries(small) };
}

function trustVariables(
  { authority, trustStore, frontPort, javaAgent }: ChildFacts,
  javaOptions: string | undefined,
): Record<string, string> {
  const java = {
    'https.proxyHost': '127.0.0.1',
    'https.proxyPort': String(frontPort),
    'http.proxyHost': '127.0.0.1',
    'http.proxyPort': String(frontPort),
    'http.nonProxyHosts': DIRECT.join('|'),
    'javax.net.ssl.trustStore': trustStore,
    'javax.net.ssl.trustStorePassword': '',
    'javax.net.ssl.trustStoreType': 'PKCS12',
  };
  const options = Object.entries({ ...java, ...(javaAgent && LONG_LOOKS) }).map(([name, value]) =>
    quoted(`-D${name}=${value}`),
  );
  if (javaAgent !== undefined) options.unshift(quoted(`-javaagent:${javaAgent}`));
  return {
    SSL_CERT_FILE: authority,
    REQUESTS_CA_BUNDLE: authority,
    CURL_CA_BUNDLE: authority,
    NODE_EXTRA_CA_CERTS: authority,
    JAVA_TOOL_OPTIONS: joined(javaOptions, options.join(' '), ' '),
  };
}

/** The preloads come first, and what the environment names itself comes after them. */
function preloadVariables(
  { pythonPreload, nodePreload, goFlags }: ChildFacts,
  own: Variables,
): Record<string, string> {
  return {
    PYTHONPATH: joined(pythonPreload, own['PYTHONPATH'], delimiter),
    NODE_OPTIONS: joined(`--import ${pathToFileURL(nodePreload).href}`, own['NODE_OPTIONS'], ' '),
    ...(goFlags !== undefined && { GOFLAGS: goFlags }),
  };
}

function ownVariables(facts: ChildFacts): Record<string, string> {
  const { frontPort, virtualSeed, controlToken, clockJump } = facts;
  return {
    ORRERY_URL: `http://127.0.0.1:${frontPort}`,
    ORRERY_TOKEN: facts.token,
    ORRERY_ACCOUNT: facts.account,
    ORRERY_FRONT_PORT: String(frontPort),
    ORRERY_HOSTS: facts.hosts.join(','),
    ORRERY_CA: facts.authority,
    ORRERY_CONTROL: facts.control,
    ...(controlToken !== undefined && { ORRERY_CONTROL_TOKEN: controlToken }),
    ...(virtualSeed !== undefined && {
      ORRERY_VIRTUAL_TIME: '1',
      ORRERY_SEED: String(virtualSeed),
      PYTHONHASHSEED: '0',
    }),
    ...(clockJump !== undefined && { ORRERY_CLOCK_JUMP: `${clockJump.at}:${clockJump.by}` }),
  };
}

function joined(first: string | undefined, second: string | undefined, by: string): string {
  return [first, second].filter(Boolean).join(by);
}

/** An option for Java, in quotes if it has spaces. */
function quoted(option: string): string {
  return /\s/.test(option) ? `"${option}"` : option;
}
