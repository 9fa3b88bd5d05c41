export const candlesCommand = {};
