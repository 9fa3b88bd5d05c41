/** The version of Orrery, as package.json says it; a test holds the two together. */
export const VERSION = '0.1.0';
