// The examples in the bundled declarations of the package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './build.ts';
import { root } from './documentBlocks.ts';

/** The entry points of the package, and their declarations. */
export const ENTRIES = {
  starbox: 'index',
  'starbox/sierra': 'sierra',
  'starbox/starknet': 'starknet',
  'starbox/testing': 'testing',
  'starbox/testing/vitest': 'testingVitest',
  'starbox/testing/jest': 'testingJest',
};
export const declarationPath = (file: string) => join(root, `dist/${file}.d.ts`);
export const declarations = (isBuilt ? Object.entries(ENTRIES) : []).map(([module, file]) => ({
  module,
  text: readFileSync(declarationPath(file), 'utf8'),
}));

/** The examples of all declarations, with the entry point that they belong to. */
export const examples = declarations.flatMap(({ module, text }) =>
  [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(([comment]) =>
    comment
      .slice(0, -2)
      .split('@example')
      .slice(1)
      .map((part) => ({
        module,
        code: part
          .replaceAll(/^\s*\* ?/gm, '')
          .split(/^@\w/m)[0]!
          .trim(),
      })),
  ),
);
