/** Why money is moved into an account or out of it. Source: v20 FundingReason. */

/** The published reasons, in their order. */
export const FUNDING_REASONS = [
  'CLIENT_FUNDING',
  'ACCOUNT_TRANSFER',
  'DIVISION_MIGRATION',
  'SITE_MIGRATION',
  'ADJUSTMENT',
] as const;
/** One of them. */
export type FundingReason = (typeof FUNDING_REASONS)[number];

/** Whether `text` is a published reason. */
export function isFundingReason(text: string): text is FundingReason {
  return (FUNDING_REASONS as readonly string[]).includes(text);
}
