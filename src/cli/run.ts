export const runCommand = {};
