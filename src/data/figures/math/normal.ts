/**
 * The standard normal distribution, to nearly all digits of a double, computed from series without
 * tables of coefficients.
 * Source: series: G. Marsaglia, "Evaluating the normal distribution", Journal of Statistical
 * Software 11(4), 2004; tail: Laplace's continued fraction for Mills' ratio.
 */

/** Beyond this value the tail is smaller than any positive double. */
const FURTHEST = 38;
/** From this value on the continued fraction is used: the series would lose digits. */
const TAIL = 5;
const TAIL_TERMS = 60;
const HALVINGS = 80;

/** Probability of a value of at most `x`. */
export function normalCdf(x: number): number {
  if (x > TAIL) return 1 - upperTail(x);
  if (x < -TAIL) return upperTail(-x);
  // cdf(x) = 1/2 + pdf(x) (x + x^3/3 + x^5/(3 5) + x^7/(3 5 7) + ...)
  let term = x;
  let total = 0;
  for (let odd = 3; total + term !== total; odd += 2) {
    total += term;
    term *= (x * x) / odd;
  }
  return 0.5 + normalDensity(x) * total;
}

/**
 * The value below which a fraction `p` of the distribution lies, 0 < p < 1; found by bisection,
 * because a study needs it only a few times.
 */
export function normalQuantile(p: number): number {
  let low = -FURTHEST;
  let high = FURTHEST;
  for (let round = 0; round < HALVINGS; round++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The density at `x`. */
export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** 1 - cdf(x) = pdf(x) / (x + 1/(x + 2/(x + 3/(x + ...)))), for x well above 0. */
function upperTail(x: number): number {
  let fraction = x;
  for (let term = TAIL_TERMS; term >= 1; term--) fraction = x + term / fraction;
  return normalDensity(x) / fraction;
}
