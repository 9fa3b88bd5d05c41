/**
 * Certificates of keys on the curve P-256 (RFC 5280, RFC 5480): a pair of keys is made in less than a
 * millisecond, where one of RSA takes a fifth of a second. Keys and signatures are Node's.
 */

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  type Asn1,
  bits,
  bytesOf,
  context,
  instant,
  octets,
  oid,
  sequence,
  set,
  small,
  text,
  truth,
  whole,
} from './asn1.js';

/** When certificates hold, in milliseconds since 1970: simulated and real time alike. */
export interface Validity {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A pair of keys. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  /** The point of the public key, uncompressed, as a binary string. */
  readonly point: string;
}

/** What a certificate is about. */
export interface CertificateSubject {
  readonly commonName: string;
  readonly point: string;
  readonly extensions: readonly Asn1[];
}

const CURVE = 'prime256v1';
/** A byte that says "uncompressed", and two coordinates of 32 bytes. */
const POINT_BYTES = 65;
const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const PRIME256V1 = '1.2.840.10045.3.1.7';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
/** The third version, which has extensions. */
const VERSION_3 = 2;

/** Makes a pair of keys. */
export function newPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  const known = publicKey.export({ type: 'spki', format: 'der' });
  return { privateKey, point: known.subarray(-POINT_BYTES).toString('latin1') };
}

/** The identifier of a key: the SHA-1 of its point, as a binary string (RFC 5280, 4.2.1.2). */
export function keyIdentifier({ point }: Pick<KeyPair, 'point'>): string {
  return createHash('sha1').update(point, 'latin1').digest().toString('latin1');
}

/** An extension. @param id - its object identifier. */
export function extension(id: string, value: Asn1, isCritical = false): Asn1 {
  const critical = isCritical ? [truth(true)] : [];
  return sequence(oid(id), ...critical, octets(bytesOf(value)));
}

/** The certificate of a subject, as DER in a binary string. @param issuer - signs it. */
export function certificateOf(
  subject: CertificateSubject,
  issuer: Pick<CertificateSubject, 'commonName'> & Pick<KeyPair, 'privateKey'>,
  { fromMs, toMs }: Validity,
): string {
  // A first byte below 0x80 keeps the number positive, and one above 0 keeps it minimal.
  const serial = `\x01${randomBytes(15).toString('latin1')}`;
  const body = sequence(
    context(0, [small(VERSION_3)]),
    whole(serial),
    sequence(oid(ECDSA_WITH_SHA256)),
    nameOf(issuer),
    sequence(instant(fromMs), instant(toMs)),
    nameOf(subject),
    sequence(sequence(oid(EC_PUBLIC_KEY), oid(PRIME256V1)), bits(subject.point)),
    context(3, [sequence(...subject.extensions)]),
  );
  const signed = sign('sha256', Buffer.from(bytesOf(body), 'latin1'), issuer.privateKey);
  return bytesOf(sequence(body, sequence(oid(ECDSA_WITH_SHA256)), bits(signed.toString('latin1'))));
}

function nameOf({ commonName }: Pick<CertificateSubject, 'commonName'>): Asn1 {
  return sequence(set(sequence(oid(COMMON_NAME), text(commonName))));
}
