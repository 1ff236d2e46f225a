import { readFileSync } from 'node:fs';
import type { BuiltinTexts, SierraTexts } from '../../classes/builtinClasses.ts';

const CLASSES = new URL('../contracts/classes/', import.meta.url);
const CASM = new URL('./classes/', import.meta.url);

/**
 * The texts of our classes, read from the files of the built package when they are first used. Most starts use none of them. The CommonJS
 * build of the library uses this in place of src/classes/builtinClassTexts.ts (scripts/build-bundles.mjs).
 */
export const builtinClassTexts: BuiltinTexts = {
  account: textsOf('account'),
  erc20: textsOf('erc20'),
  universal_deployer: textsOf('universal_deployer'),
  get account_cairo0() {
    return readFileSync(new URL('account_cairo0.json', CLASSES), 'utf8');
  },
};

function textsOf(name: string): SierraTexts {
  return {
    get sierra() {
      return readFileSync(new URL(`${name}.sierra.json`, CLASSES), 'utf8');
    },
    get casm() {
      return JSON.parse(readFileSync(new URL(`${name}.casm.json`, CASM), 'utf8'));
    },
  };
}
