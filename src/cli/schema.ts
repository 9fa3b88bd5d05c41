export const schemaCommand = {};
