export const verifyCommand = {};
