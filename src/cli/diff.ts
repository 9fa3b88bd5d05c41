export const diffCommand = {};
