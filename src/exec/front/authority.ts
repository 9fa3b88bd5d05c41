/**
 * A certificate authority for one run. Its keys never leave the process and die with it; name
 * constraints keep it from vouching for any host but the broker's and this machine (RFC 5280,
 * 4.2.1.10). OpenSSL, Go, Java and Rust check them.
 */

import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { type Asn1, context, sequence } from './asn1.js';

const { asn1, pki } = forge;

/** When certificates hold, in milliseconds since 1970: simulated and real time alike. */
export interface Validity {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whom an authority may vouch for, and whom its one certificate is for. */
export interface AuthorityNames {
  /** DNS domains; their subdomains are included. */
  readonly domains: readonly string[];
  /** DNS names of the server; `127.0.0.1` is added. */
  readonly hosts: readonly string[];
}

/** An authority with the certificate of its server. */
export interface Authority {
  /** The certificate of the authority, as PEM. */
  readonly pem: string;
  /** The same as DER, in a binary string. */
  readonly der: string;
  /** Certificate and key of the server, as PEM. */
  readonly server: { readonly cert: string; readonly key: string };
}

const KEY_BITS = 2_048;
const DNS_NAME = 2;
const IP_ADDRESS = 7;
/** 127.0.0.0/8 as address and mask. */
const LOOPBACK_NET = '\x7f\x00\x00\x00\xff\x00\x00\x00';
const NAME_CONSTRAINTS = '2.5.29.30';
const SUBJECT = [{ name: 'commonName', value: 'Orrery, one run' }];

const newKeys = promisify(generateKeyPair);
/** The keys of all authorities of this process, and of their servers: to make them takes half a second. */
let keys: Promise<readonly [own: Pair, leaf: Pair]> | undefined;

/** Makes an authority, and the certificate of its server. */
export async function createAuthority(
  { domains, hosts }: AuthorityNames,
  validity: Validity,
): Promise<Authority> {
  keys ??= Promise.all([newPair(), newPair()]);
  const [own, leaf] = await keys;
  const root = blank(own, validity);
  root.setSubject(SUBJECT);
  root.setExtensions([
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
    { id: NAME_CONSTRAINTS, critical: true, value: constraintsTo(domains) },
  ]);
  signBy(own, root);
  const server = blank(leaf, validity);
  server.setSubject([{ name: 'commonName', value: hosts[0] ?? 'localhost' }]);
  server.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'authorityKeyIdentifier',
      keyIdentifier: root.generateSubjectKeyIdentifier().getBytes(),
    },
    {
      name: 'subjectAltName',
      altNames: [
        ...hosts.map(value => ({ type: DNS_NAME, value })),
        { type: IP_ADDRESS, ip: '127.0.0.1' },
      ],
    },
  ]);
  signBy(own, server);
  return {
    pem: pki.certificateToPem(root),
    der: asn1.toDer(pki.certificateToAsn1(root)).getBytes(),
    server: { cert: pki.certificateToPem(server), key: leaf.pem },
  };
}

interface Pair {
  readonly publicKey: forge.pki.rsa.PublicKey;
  /** The private key as PEM. */
  readonly pem: string;
}

/** A pair of keys, made by Node, which is a hundred times as fast as JavaScript. */
async function newPair(): Promise<Pair> {
  const { publicKey, privateKey } = await newKeys('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return {
    publicKey: pki.publicKeyFromPem(publicKey),
    pem: privateKey,
  };
}

/** Signs a certificate by Node, which is a hundred times as fast as JavaScript. */
function signBy({ pem }: Pair, certificate: forge.pki.Certificate): void {
  const signature = () => {
    const [signed] = pki.certificateToAsn1(certificate).value as [Asn1];
    const bytes = Buffer.from(asn1.toDer(signed).getBytes(), 'latin1');
    return sign('sha256', bytes, pem).toString('latin1');
  };
  const key = { sign: signature } as Partial<forge.pki.rsa.PrivateKey>;
  certificate.sign(key as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
}

/** A certificate of the authority without subject and extensions. */
function blank({ publicKey }: Pair, { fromMs, toMs }: Validity): forge.pki.Certificate {
  const certificate = pki.createCertificate();
  certificate.publicKey = publicKey;
  // A first byte below 0x80 keeps the number positive, and one above 0 keeps it minimal.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(fromMs);
  certificate.validity.notAfter = new Date(toMs);
  certificate.setIssuer(SUBJECT);
  return certificate;
}

/** The permitted subtrees: the domains, and the addresses of this machine. */
function constraintsTo(domains: readonly string[]): Asn1 {
  const trees = [
    ...domains.map(domain => sequence(context(DNS_NAME, domain))),
    sequence(context(IP_ADDRESS, LOOPBACK_NET)),
  ];
  return sequence(context(0, trees));
}
