/**
 * `--allow-path DIR`: folders from which files may be read, outside the tree of the file that names
 * them.
 */

/** The option of a command that takes a scenario, or a study of one. */
export function allowPathOption(of: 'scenario' | 'study') {
  return {
    type: 'string',
    array: true,
    default: [],
    describe: `folders outside the ${of}'s project that may be read`,
  } as const;
}
