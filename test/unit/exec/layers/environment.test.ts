import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChildFacts, childEnvironment } from '../../../../src/exec/layers/environment.js';

const FACTS: ChildFacts = {
  frontPort: 4711,
  hosts: ['one.example', 'two.example'],
  authority: '/run/authority.pem',
  trustStore: '/run/trust.p12',
  control: 'unix:/run/control',
  token: 'a-token',
  account: '101-001-1000001-001',
  controlToken: undefined,
  pythonPreload: '/package/python',
  nodePreload: '/package/a folder/preload.mjs',
  javaAgent: undefined,
  goFlags: undefined,
  virtualSeed: undefined,
};

describe('the environment of a child', () => {
  it('leads programs that heed proxies to the front, in both spellings', () => {
    const env = childEnvironment({ NO_PROXY: 'api-fxtrade.oanda.com', https_proxy: 'x' }, FACTS);
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'all_proxy']) {
      expect(env[name], name).toBe('http://127.0.0.1:4711');
    }
    expect([env['NO_PROXY'], env['no_proxy']]).toEqual(Array(2).fill('localhost,127.0.0.1'));
  });

  it('names the authority to every library, and the trust store to Java', () => {
    const env = childEnvironment({ JAVA_TOOL_OPTIONS: '-Xmx1g' }, FACTS);
    for (const name of ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']) {
      expect(env[name], name).toBe('/run/authority.pem');
    }
    expect(env['JAVA_TOOL_OPTIONS']).toMatch(/^-Xmx1g -Dhttps\.proxyHost=127\.0\.0\.1 /);
    expect(env['JAVA_TOOL_OPTIONS']).toContain('-Djavax.net.ssl.trustStore=/run/trust.p12');
    const spaced = childEnvironment({}, { ...FACTS, trustStore: '/a b/t.p12' });
    expect(spaced['JAVA_TOOL_OPTIONS']).toContain('"-Djavax.net.ssl.trustStore=/a b/t.p12"');
  });

  it('puts the preloads before what the environment names itself', () => {
    const own = { PYTHONPATH: '/own', NODE_OPTIONS: '--enable-source-maps' };
    const env = childEnvironment(own, FACTS);
    expect(env['PYTHONPATH']).toBe(`/package/python${delimiter}/own`);
    expect(env['NODE_OPTIONS']).toBe(
      '--import file:///package/a%20folder/preload.mjs --enable-source-maps',
    );
    expect(childEnvironment({}, FACTS)['PYTHONPATH']).toBe('/package/python');
  });

  it('loads the agent into Java and the overlay into builds of Go, where there are any', () => {
    const held = { javaAgent: '/a b/held.jar', goFlags: '-mod=mod -overlay=/run/overlay.json' };
    const env = childEnvironment({ JAVA_TOOL_OPTIONS: '-Xmx1g' }, { ...FACTS, ...held });
    expect(env['JAVA_TOOL_OPTIONS']).toMatch(/^-Xmx1g "-javaagent:\/a b\/held\.jar" -Dhttps/);
    expect(env['JAVA_TOOL_OPTIONS']).toContain('-Djdk.internal.httpclient.selectorTimeout=');
    expect(env['GOFLAGS']).toBe('-mod=mod -overlay=/run/overlay.json');
    const plain = childEnvironment({ GOFLAGS: '-v' }, FACTS);
    expect(plain['JAVA_TOOL_OPTIONS']).not.toMatch(/javaagent|selectorTimeout/);
    expect(plain['GOFLAGS']).toBe('-v');
  });

  it('has the token of control only for a program that turns the clock', () => {
    const env = childEnvironment({}, { ...FACTS, controlToken: 'turner' });
    expect(env['ORRERY_CONTROL_TOKEN']).toBe('turner');
    expect(childEnvironment({}, FACTS)).not.toHaveProperty('ORRERY_CONTROL_TOKEN');
  });

  it('keeps the rest, and has entropy and virtual time only when asked', () => {
    const env = childEnvironment({ HOME: '/home', GONE: undefined }, FACTS);
    expect(env).toMatchObject({
      HOME: '/home',
      ORRERY_URL: 'http://127.0.0.1:4711',
      ORRERY_HOSTS: 'one.example,two.example',
      ORRERY_CONTROL: 'unix:/run/control',
    });
    expect(Object.keys(env).filter(name => /GONE|VIRTUAL|SEED/.test(name))).toEqual([]);
    const virtual = childEnvironment({}, { ...FACTS, virtualSeed: 5 });
    expect(virtual).toMatchObject({
      ORRERY_VIRTUAL_TIME: '1',
      ORRERY_SEED: '5',
      PYTHONHASHSEED: '0',
    });
  });
});
