/**
 * `--allow-path DIR`: where files may be read from beside the tree of the file that names them.
 */

/** The option of a command whose file is a scenario, or a study of one. */
export function allowPathOption(of: 'scenario' | 'study') {
  return {
    type: 'string',
    array: true,
    default: [],
    describe: `folders beside the ${of}'s tree to read from`,
  } as const;
}
