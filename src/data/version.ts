/** The name and version of package.json; a test keeps the two equal. */

/** The name of the npm package. The program in it is `orrery`. */
export const PACKAGE_NAME = 'orrery-fx';

/** The version of the package, as `major.minor.patch`. */
export const VERSION = '0.2.0';
