import { closeSync, openSync, readSync } from 'node:fs';
import type { BuiltinTexts, SierraTexts } from '../classes/builtinClasses.ts';

/** The module with the texts of our classes (scripts/precompile.ts), which pages import. Its first line says where each of them is. */
const FILE = new URL('./classTexts.js', import.meta.url);
/** More than the first line has. */
const HEAD_BYTES = 1024;

/** A text of the module, without running it: V8 would read the whole megabyte, of which most starts use little or nothing. */
function textOf(name: string): string {
  const file = openSync(FILE, 'r');
  try {
    const head = bytesAt(file, 0, HEAD_BYTES).toString();
    const index = head.slice(0, head.indexOf('\n') + 1);
    const [start, end] = JSON.parse(index.slice(index.indexOf('{')))[name];
    const text = bytesAt(file, index.length + start, end - start).toString('latin1');
    return text.includes('\\') ? text.replace(/\\(.)/g, '$1') : text;
  } finally {
    closeSync(file);
  }
}

function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}

function textsOf(name: string): SierraTexts {
  return {
    get sierra() {
      return textOf(`${name}_sierra`);
    },
    get casm() {
      return JSON.parse(textOf(`${name}_casm`));
    },
  };
}

/** The texts of our classes on Node.js, read when they are first used. The bundles use it in place of src/classes/builtinClassTexts.ts. */
export const builtinClassTexts: BuiltinTexts = {
  account: textsOf('account'),
  erc20: textsOf('erc20'),
  universal_deployer: textsOf('universal_deployer'),
  get account_cairo0() {
    return textOf('account_cairo0');
  },
};
