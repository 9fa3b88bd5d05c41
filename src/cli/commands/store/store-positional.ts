/** The folder of a store, as an argument of a command. */

export const STORE_POSITIONAL = {
  type: 'string',
  demandOption: true,
  describe: 'folder of a store',
} as const;
