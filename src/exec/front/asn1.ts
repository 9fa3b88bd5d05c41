/** Short names for the ASN.1 structures that certificates and trust stores are made of. */

import forge from 'node-forge';

const { asn1 } = forge;

/** An ASN.1 value. */
export type Asn1 = forge.asn1.Asn1;

/** A SEQUENCE. */
export function sequence(...parts: Asn1[]): Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, parts);
}

/** A SET. */
export function set(...parts: Asn1[]): Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SET, true, parts);
}

/** A value tagged by its context: bytes as a binary string, or further values. */
export function context(tag: number, content: string | Asn1[]): Asn1 {
  return asn1.create(
    asn1.Class.CONTEXT_SPECIFIC,
    tag as forge.asn1.Type,
    Array.isArray(content),
    content,
  );
}

/** An object identifier in dots. */
export function oid(dotted: string): Asn1 {
  return leaf(asn1.Type.OID, asn1.oidToDer(dotted).getBytes());
}

/** A whole number of one byte, below 128. */
export function small(value: number): Asn1 {
  return leaf(asn1.Type.INTEGER, String.fromCharCode(value));
}

/** Bytes, as a binary string. */
export function octets(bytes: string): Asn1 {
  return leaf(asn1.Type.OCTETSTRING, bytes);
}

/** Text of two bytes a character. */
export function wideText(text: string): Asn1 {
  return leaf(asn1.Type.BMPSTRING, [...text].map(each => `\0${each}`).join(''));
}

function leaf(type: forge.asn1.Type, bytes: string): Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, type, false, bytes);
}
