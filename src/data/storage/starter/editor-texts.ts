/**
 * Files of the starter project for editors: how its TypeScript is checked, and how VS Code attaches
 * to `npm run debug`.
 */

/** What VS Code puts the project's folder in for. */
const WORKSPACE = `\${workspaceFolder}/**`;

/** The texts by path from the project's folder. */
export const EDITOR_TEXTS: Readonly<Record<string, string>> = {
  'tsconfig.json': jsonText({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      types: [],
      noEmit: true,
    },
    include: ['strategies'],
  }),
  '.vscode/launch.json': jsonText({
    version: '0.2.0',
    configurations: [
      {
        name: 'Orrery strategy',
        type: 'node',
        request: 'attach',
        port: 9229,
        resolveSourceMapLocations: [WORKSPACE, '!**/node_modules/**'],
      },
    ],
  }),
};

/** A document as files have it. */
export function jsonText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
