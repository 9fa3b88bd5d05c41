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

/** A whole number of any size: its bytes, as a binary string. */
export function whole(bytes: string): Asn1 {
  return leaf(asn1.Type.INTEGER, bytes);
}

/** A truth value. */
export function truth(value: boolean): Asn1 {
  return leaf(asn1.Type.BOOLEAN, value ? '\xff' : '\0');
}

/** Bits, as a binary string. @param unused - how many bits at the end of the last byte are none of them. */
export function bits(bytes: string, unused = 0): Asn1 {
  return leaf(asn1.Type.BITSTRING, `${String.fromCharCode(unused)}${bytes}`);
}

/** A text in the bytes of UTF-8. */
export function text(characters: string): Asn1 {
  return leaf(asn1.Type.UTF8, Buffer.from(characters, 'utf8').toString('latin1'));
}

/** An instant in milliseconds since 1970: with two digits of the year from 1950 to 2049 (RFC 5280, 4.1.2.5). */
export function instant(ms: number): Asn1 {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year >= 1950 && year < 2050
    ? leaf(asn1.Type.UTCTIME, asn1.dateToUtcTime(date))
    : leaf(asn1.Type.GENERALIZEDTIME, asn1.dateToGeneralizedTime(date));
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

/** The bytes of a value (DER), as a binary string. */
export function bytesOf(value: Asn1): string {
  return asn1.toDer(value).getBytes();
}
