/**
 * A certificate authority for one run. Its keys never leave the process and die with it; name
 * constraints keep it from vouching for any host but the broker's and this machine (RFC 5280,
 * 4.2.1.10). OpenSSL, Go, Java and Rust check them.
 */

import { type Asn1, bits, context, octets, oid, sequence, small, truth } from './asn1.js';
import { certificateOf, extension, keyIdentifier, newPair, type Validity } from './certificate.js';

/** The domains that an authority may certify, and the host names in its one certificate. */
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

const DNS_NAME = 2;
const IP_ADDRESS = 7;
const LOOPBACK = '\x7f\x00\x00\x01';
/** 127.0.0.0/8 as address and mask. */
const LOOPBACK_NET = '\x7f\x00\x00\x00\xff\x00\x00\x00';
const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const AUTHORITY_KEY_IDENTIFIER = '2.5.29.35';
const SUBJECT_ALT_NAME = '2.5.29.17';
const NAME_CONSTRAINTS = '2.5.29.30';
/** Uses of a key: a byte of flags, after the number of those at its end that are unused. */
const SIGNS_CERTIFICATES_AND_LISTS = bits('\x06', 1);
const SIGNS = bits('\x80', 7);
const COMMON_NAME = 'Orrery, one run';
const PEM_COLUMNS = /.{1,64}/g;

/** Makes an authority, and the certificate of its server. */
export function createAuthority({ domains, hosts }: AuthorityNames, validity: Validity): Authority {
  const [own, leaf] = [newPair(), newPair()];
  const issuer = { commonName: COMMON_NAME, privateKey: own.privateKey };
  const der = certificateOf(
    {
      commonName: COMMON_NAME,
      point: own.point,
      extensions: [
        extension(BASIC_CONSTRAINTS, sequence(truth(true), small(0)), true),
        extension(KEY_USAGE, SIGNS_CERTIFICATES_AND_LISTS, true),
        extension(SUBJECT_KEY_IDENTIFIER, octets(keyIdentifier(own))),
        extension(NAME_CONSTRAINTS, constraintsTo(domains), true),
      ],
    },
    issuer,
    validity,
  );
  const names = hosts.map(host => context(DNS_NAME, host));
  const server = certificateOf(
    {
      commonName: hosts[0] ?? 'localhost',
      point: leaf.point,
      extensions: [
        extension(BASIC_CONSTRAINTS, sequence(), true),
        extension(KEY_USAGE, SIGNS, true),
        extension(EXTENDED_KEY_USAGE, sequence(oid(SERVER_AUTH))),
        extension(AUTHORITY_KEY_IDENTIFIER, sequence(context(0, keyIdentifier(own)))),
        extension(SUBJECT_ALT_NAME, sequence(...names, context(IP_ADDRESS, LOOPBACK))),
      ],
    },
    issuer,
    validity,
  );
  const key = leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { pem: pemOf(der), der, server: { cert: pemOf(server), key } };
}

function pemOf(der: string): string {
  const lines = Buffer.from(der, 'latin1').toString('base64').match(PEM_COLUMNS) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** The permitted subtrees: the domains, and the addresses of this machine. */
function constraintsTo(domains: readonly string[]): Asn1 {
  const trees = [
    ...domains.map(domain => sequence(context(DNS_NAME, domain))),
    sequence(context(IP_ADDRESS, LOOPBACK_NET)),
  ];
  return sequence(context(0, trees));
}
