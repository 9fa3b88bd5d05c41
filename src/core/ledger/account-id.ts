/**
 * Account ids: `site-division-user-number`, for example `101-001-1000001-001`. Only this file knows
 * their format. Source: v20 semantics 2.3.
 */

/** The format of an account id: groups of 3, 3, 1 to 12, and 3 digits. */
export const ACCOUNT_ID_PATTERN = '^\\d{3}-\\d{3}-\\d{1,12}-\\d{3}$';

/**
 * The numbers of an account id: site and division of the broker, the user, and the user's account.
 */
export interface AccountIDParts {
  readonly site: number;
  readonly division: number;
  readonly user: number;
  readonly number: number;
}

const WRITTEN = new RegExp(ACCOUNT_ID_PATTERN);

/** Whether the text has the format of an account id. */
export function isAccountID(text: string): boolean {
  return WRITTEN.test(text);
}

/** The numbers of an account id. A part that the text does not have is 0. */
export function accountIDParts(id: string): AccountIDParts {
  // An array of numbers would be one of floats, and each transaction keeps the user's number.
  const [site = '', division = '', user = '', number = ''] = id.split('-');
  return {
    site: Number(site),
    division: Number(division),
    user: Number(user),
    number: Number(number),
  };
}

/** The user number of an account id; all accounts of one user share it. */
export function userOf(id: string): number {
  return accountIDParts(id).user;
}

/**
 * The account id of these numbers.
 * @param parts - site, division and number have at most 3 digits, user at most 12.
 */
export function accountIDOf({ site, division, user, number }: AccountIDParts): string {
  const three = (part: number) => String(part).padStart(3, '0');
  return `${three(site)}-${three(division)}-${user}-${three(number)}`;
}
