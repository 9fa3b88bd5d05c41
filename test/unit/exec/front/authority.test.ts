import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, connect as tlsConnect } from 'node:tls';
import forge from 'node-forge';
import { beforeAll, expect, it } from 'vitest';
import { type Authority, createAuthority } from '../../../../src/exec/front/authority.js';
import { trustStore } from '../../../../src/exec/front/trust-store.js';

const VALID = { fromMs: Date.parse('1999-01-01'), toMs: Date.parse('2090-01-01') };
const HOSTS = ['api-fxtrade.oanda.com', 'example.com'];

let made: Authority;
beforeAll(() => {
  made = createAuthority({ domains: ['oanda.com'], hosts: HOSTS }, VALID);
});

it('vouches for its own hosts and for none outside its domains', async () => {
  const { pem, server } = made;
  const listener = createServer(server).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const socket = tlsConnect({ port, host: '127.0.0.1', servername: 'example.com', ca: pem });
  const [error] = await once(socket, 'error');
  expect(error).toMatchObject({ message: 'permitted subtree violation' });
  listener.close();
});

it('signs the certificate of its server, by keys that are made at once', () => {
  const [root, server] = [made.pem, made.server.cert].map(text => new X509Certificate(text));
  expect(root?.ca).toBe(true);
  expect(server?.checkIssued(root as X509Certificate)).toBe(true);
  expect(server?.verify((root as X509Certificate).publicKey)).toBe(true);
  expect(server?.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
});

it('is valid as long as it is set, in the past as in the future', () => {
  for (const text of [made.server.cert, made.pem]) {
    const { validFrom, validTo } = new X509Certificate(text);
    expect([Date.parse(validFrom), Date.parse(validTo)]).toEqual([VALID.fromMs, VALID.toMs]);
  }
});

it('gives Java a trust store with the one certificate', () => {
  const { der } = made;
  const store = forge.asn1.fromDer(trustStore(der).toString('latin1'));
  const [bag] =
    forge.pkcs12.pkcs12FromAsn1(store, '').getBags({ bagType: forge.pki.oids['certBag'] ?? '' })[
      forge.pki.oids['certBag'] ?? ''
    ] ?? [];
  expect(bag?.attributes.friendlyName).toEqual(['\0o\0r\0r\0e\0r\0y']);
  // The library reads no certificate of such a key, and gives its structure.
  const found = bag?.asn1 && forge.asn1.toDer(bag.asn1).getBytes();
  expect(found).toBe(der);
});
