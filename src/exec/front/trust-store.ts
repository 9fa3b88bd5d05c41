/**
 * A trust store for Java: a PKCS#12 file without password that holds one certificate (RFC 7292).
 * Java takes a certificate without key for trusted only if it says so in an attribute of its own.
 */

import {
  type Asn1,
  bytesOf,
  context,
  octets,
  oid,
  sequence,
  set,
  small,
  wideText,
} from './asn1.js';

const PKCS7_DATA = '1.2.840.113549.1.7.1';
const CERT_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const FRIENDLY_NAME = '1.2.840.113549.1.9.20';
const JAVA_TRUSTED_USAGE = '2.16.840.1.113894.746875.1.1';
const ANY_USAGE = '2.5.29.37.0';
const PFX_VERSION = 3;

/** The trust store. @param der - the certificate in a binary string. */
export function trustStore(der: string): Buffer {
  const attribute = (id: string, value: Asn1) => sequence(oid(id), set(value));
  const bag = sequence(
    oid(CERT_BAG),
    context(0, [sequence(oid(X509_CERTIFICATE), context(0, [octets(der)]))]),
    set(
      attribute(FRIENDLY_NAME, wideText('orrery')),
      attribute(JAVA_TRUSTED_USAGE, oid(ANY_USAGE)),
    ),
  );
  const store = sequence(small(PFX_VERSION), data(sequence(data(sequence(bag)))));
  return Buffer.from(bytesOf(store), 'latin1');
}

function data(content: Asn1): Asn1 {
  return sequence(oid(PKCS7_DATA), context(0, [octets(bytesOf(content))]));
}
