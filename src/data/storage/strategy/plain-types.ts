/**
 * Translates modules in which TypeScript has done nothing but add types, as most strategies are.
 * Babel, with which jiti translates, takes longer to load than a small scenario takes to run.
 */

import { createRequire } from 'node:module';
import type { TransformOptions } from 'jiti';

const require = createRequire(import.meta.url);

/**
 * Words of everything that is more than types, or that asks the module system for more than
 * exports: imports of values, forms that make code, decorators. One in a comment costs time only.
 */
const MORE =
  /\bimport\b(?!\s+type\b)|\bexport\s*[*{=]|\b(?:await|class|declare|enum|exports|module|namespace|require|using)\b|@/;

/**
 * The module as CommonJS with its source map at the end; undefined when it is not plain, or cannot
 * be read.
 */
export function withoutTypes({ source, filename, ts, jsx }: TransformOptions): string | undefined {
  if (ts !== true || jsx || filename === undefined || MORE.test(source)) return undefined;
  const { transform } = require('sucrase') as typeof import('sucrase');
  try {
    const { code, sourceMap } = transform(source, {
      transforms: ['typescript', 'imports'],
      disableESTransforms: true,
      filePath: filename,
      sourceMapOptions: { compiledFilename: filename },
    });
    const map = Buffer.from(JSON.stringify(sourceMap)).toString('base64');
    return `${code}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${map}`;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // jiti reports what is wrong with it.
    return undefined;
  }
}
