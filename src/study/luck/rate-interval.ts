/** The 95 % interval of a rate. */

const Z = 1.959_963_985;

/**
 * The interval of Wilson for `count` of `total`.
 * Source: E. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
 * the American Statistical Association 22, 1927.
 */
export function rateInterval(count: number, total: number): [low: number, high: number] {
  const rate = count / total;
  const scale = 1 + (Z * Z) / total;
  const centre = (rate + (Z * Z) / (2 * total)) / scale;
  const spread = Math.sqrt((rate * (1 - rate)) / total + (Z * Z) / (4 * total * total));
  const width = (Z * spread) / scale;
  return [Math.max(0, centre - width), Math.min(1, centre + width)];
}
