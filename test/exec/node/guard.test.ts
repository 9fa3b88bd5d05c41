/** Which hosts a Node program reaches under the preload, and what it is told of the others. */

import { describe, expect, it } from 'vitest';
import { destinationOf } from '../../../src/exec/preload/node/guard/destination.mjs';
import { runNode } from '../../support/exec/node-program.js';

const API = 'https://api-fxpractice.oanda.com';

/** Runs code that fills the array `seen`, which is returned with the run. */
async function seenBy(code: string, name?: string) {
  const isCommonJs = name?.endsWith('.cjs');
  const body = isCommonJs ? `(async () => {${code}\nfinish()})()` : `${code}\nfinish()`;
  const ran = await runNode(
    `const seen = [];
     const finish = () => { process.stdout.write(JSON.stringify(seen)); process.exit(); };
     const attempt = promise => promise.then(value => value, error => error.cause ?? error)
       .then(value => seen.push(value instanceof Error ? value.code : value));
     ${body}`,
    { answer: path => path },
    name,
  );
  expect(ran.stderr.replace(/^orrery exec refuses .*\n/gm, '')).toBe('');
  return { ...ran, seen: JSON.parse(ran.stdout) as unknown[] };
}

/** What was reported as refused: `what how`. */
const refused = (said: readonly { readonly [field: string]: unknown }[]) =>
  said.filter(({ say }) => say === 'refused').map(({ what, how }) => `${what} ${how}`);

describe('a destination', () => {
  const hosts = new Set(['api-fxpractice.oanda.com']);

  it.each([
    ['api-fxpractice.oanda.com', 'front'],
    ['API-FXPractice.OANDA.com.', 'front'],
    [undefined, 'loopback'],
    ['', 'loopback'],
    ['localhost', 'loopback'],
    ['bot.localhost', 'loopback'],
    ['127.8.9.1', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['10.0.0.1', 'refused'],
    ['::ffff:10.0.0.1', 'refused'],
    ['fe80::1', 'refused'],
    ['127.1', 'refused'],
    ['2130706433', 'refused'],
    ['oanda.com', 'refused'],
    ['localhost.example.com', 'refused'],
    ['api-fxpractice.oanda.com.example.com', 'refused'],
  ])('%s is %s', (host, destination) => {
    expect(destinationOf(host, hosts)).toBe(destination);
  });
});

describe('the broker', () => {
  it('is found by every client of Node, by a module', async () => {
    const { seen, said } = await seenBy(`
      import http from 'node:http';
      import https from 'node:https';
      import tls from 'node:tls';
      import { lookup } from 'node:dns/promises';
      import { resolve4 } from 'node:dns';
      const body = ask => new Promise((resolve, reject) => ask(response => {
        response.setEncoding('utf8').on('data', resolve);
      }).on('error', reject));
      await attempt(fetch('${API}/fetch').then(response => response.text()));
      await attempt(body(read => https.get('${API}/https', read)));
      await attempt(body(read => https.get('${API}:8443/port', { agent: new https.Agent({ keepAlive: true }) }, read)));
      await attempt(body(read => https.get('${API}/pinned', { ca: 'none', agent: false }, read)));
      await attempt(body(read => http.get('http://stream-fxpractice.oanda.com/http', read)));
      await attempt(new Promise((resolve, reject) => {
        const socket = tls.connect(443, 'api-fxpractice.oanda.com', { servername: 'api-fxpractice.oanda.com' },
          () => socket.end(resolve(socket.authorized)));
        socket.on('error', reject);
      }));
      await attempt(lookup('API-fxpractice.oanda.com').then(({ address }) => address));
      await attempt(new Promise((resolve, reject) => resolve4('api-fxpractice.oanda.com',
        (error, found) => error ? reject(error) : resolve(found))));`);
    expect(seen).toEqual([
      ...['/fetch', '/https', '/port', '/pinned', '/http', true, '127.0.0.1', ['127.0.0.1']],
    ]);
    expect(refused(said)).toEqual([]);
  });

  it('is found by a CommonJS program, and by the programs and threads that it starts', async () => {
    const { seen, said } = await seenBy(
      `const { execFileSync, execFile } = require('node:child_process');
       const { Worker } = require('node:worker_threads');
       const code = path => "fetch('${API}/" + path + "').then(response => response.text()).then(console.log)";
       const started = (path, options) => new Promise((resolve, reject) =>
         execFile(process.execPath, ['-e', code(path)], options, (error, out) => error ? reject(error) : resolve(out.trim())));
       await attempt(started('inherits', {}));
       await attempt(started('own-environment', { env: { PATH: process.env.PATH, NODE_OPTIONS: '--no-warnings' } }));
       const posting = path => code(path).replace('console.log', "text => require('node:worker_threads').parentPort.postMessage(text)");
       const thread = options => new Promise((resolve, reject) =>
         new Worker(posting('thread'), { eval: true, ...options }).once('message', resolve).once('error', reject));
       await attempt(thread({}));
       await attempt(thread({ execArgv: [], env: {} }));`,
      'bot.cjs',
    );
    expect(seen).toEqual(['/inherits', '/own-environment', '/thread', '/thread']);
    expect(said.filter(({ say }) => say === 'hello').map(({ kind }) => kind)).toEqual([
      ...['node', 'node', 'node'],
    ]);
    expect(new Set(said.map(({ pid }) => pid)).size).toBe(3);
  });
});

describe('every other host', () => {
  it('is refused by name, by address and by protocol, reported and said once', async () => {
    const { seen, said, stderr } = await seenBy(`
      import net from 'node:net';
      import tls from 'node:tls';
      import http2 from 'node:http2';
      import dgram from 'node:dgram';
      import dns from 'node:dns';
      const failed = emitter => new Promise((_, reject) => emitter.once('error', reject));
      await attempt(fetch('https://example.com'));
      await attempt(fetch('https://example.com'));
      await attempt(failed(net.connect(80, '93.184.216.34')));
      await attempt(failed(net.connect({ port: 80, host: '2001:db8::1' })));
      await attempt(failed(new net.Socket().connect(81, 'example.org')));
      await attempt(failed(tls.connect(443, 'example.net')));
      await attempt(failed(http2.connect('https://example.edu')));
      await attempt(new Promise((_, reject) => dgram.createSocket('udp4').send('x', 53, '9.9.9.9', reject)));
      const udp = dgram.createSocket('udp4');
      const connected = failed(udp);
      udp.connect(53, 'example.int');
      await attempt(connected);
      await attempt(dns.promises.lookup('example.info'));
      await attempt(new dns.promises.Resolver().resolveTxt('example.biz'));
      await attempt(new Promise((_, reject) => dns.lookup('example.co', reject)));`);
    expect(seen).toEqual([
      ...new Array(7).fill('ECONNREFUSED'),
      ...['ECONNREFUSED', 'ECONNREFUSED', 'ENOTFOUND', 'ENOTFOUND', 'ENOTFOUND'],
    ]);
    expect(refused(said)).toEqual([
      'example.com:443 connect',
      'example.com:443 connect',
      '93.184.216.34:80 connect',
      '2001:db8::1:80 connect',
      'example.org:81 connect',
      'example.net:443 connect',
      'example.edu:443 connect',
      '9.9.9.9:53 udp',
      'example.int:53 udp',
      'example.info dns',
      'example.biz dns',
      'example.co dns',
    ]);
    expect(stderr.match(/refuses example\.com:443/g)).toHaveLength(1);
  });

  it('is refused in threads too, and this machine is not', async () => {
    const { seen, said } = await seenBy(`
      import http from 'node:http';
      import { Worker } from 'node:worker_threads';
      const server = http.createServer((_, response) => response.end('own'));
      await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
      await attempt(fetch('http://localhost:' + server.address().port).then(response => response.text()));
      const code = "fetch('https://example.com').catch(error => require('node:worker_threads').parentPort.postMessage(error.cause.code))";
      await attempt(new Promise(resolve => new Worker(code, { eval: true }).once('message', resolve)));
      // What the thread said before comes in the same turn at the latest.
      await new Promise(setImmediate);`);
    expect(seen).toEqual(['own', 'ECONNREFUSED']);
    expect(refused(said)).toEqual(['example.com:443 connect']);
  });
});

describe('the end of the run', () => {
  it('ends the program with 75 when the control line closes', async () => {
    const { code } = await runNode('setInterval(() => undefined, 1000)', {
      onHello: ({ processes }) => {
        for (const process of processes) process.drop();
      },
    });
    expect(code).toBe(75);
  });

  it('lets a program end by itself', async () => {
    const { code, said } = await runNode('process.exitCode = 3');
    expect(code).toBe(3);
    expect(said).toMatchObject([{ say: 'hello', kind: 'node', program: 'bot.mjs' }]);
  });
});
