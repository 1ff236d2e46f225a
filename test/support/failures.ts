// The contracts of contracts/failures as a project of a user: sources, Scarb.toml and build output with debug information.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hash } from 'starknet';

const SOURCE = join(import.meta.dirname, '../../contracts/failures');
/** Where Scarb keeps the core library. */
const CORE = '/home/user/.cache/scarb/registry/std/core/src';

export type FailureContract = 'Shop' | 'Till' | 'Vault';

/** The ways to fail, in the order of the enum `Way`. */
export const WAYS = [
  'panic',
  'assert',
  'overflow',
  'index',
  'unwrap',
  'undeployed',
  'selector',
  'gas',
  'caught',
  'none',
] as const;
export type Way = (typeof WAYS)[number];

const ARGUMENTS: Partial<Record<Way, number>> = { panic: 7, overflow: 100 };

/** A way to fail as calldata. */
export const wayData = (way: Way): number[] => {
  const argument = ARGUMENTS[way];
  return [WAYS.indexOf(way), ...(argument === undefined ? [] : [argument])];
};

/** The calldata of a multicall of Shop: Till does nothing, and then fails. */
export function failingMulticall(till: string): (string | number)[] {
  const calls = [wayData('none'), wayData('assert')];
  const selector = hash.getSelectorFromName('fail');
  return [calls.length, ...calls.flatMap((data) => [till, selector, data.length, ...data])];
}

/** The marks of the calls from Shop to Till to Vault. */
export const WAY_IN = ['VIA: till', 'VIA: shop'];

/** The ways with what the explanation says, and the marks of the lines in Vault that it names. */
export const FAILURES: readonly (readonly [Way, string, readonly string[]])[] = [
  ['panic', '"the vault is closed, code 7"', ['FAIL: panic', 'VIA: panic']],
  ['assert', "'Vault: closed'", ['FAIL: assert', 'VIA: assert']],
  ['overflow', "'u8_add Overflow'", ['FAIL: overflow', 'VIA: sum', 'VIA: overflow']],
  ['index', "'Index out of bounds'", ['FAIL: index', 'VIA: index']],
  ['unwrap', "'Option::unwrap failed.'", ['FAIL: unwrap', 'VIA: unwrap']],
  ['undeployed', 'Requested contract address 0xdead is not deployed.', ['FAIL: undeployed', 'VIA: undeployed']],
  ['selector', 'has no function with the selector', ['FAIL: selector', 'VIA: selector']],
  ['gas', "'Out of gas'", ['FAIL: gas', 'VIA: gas']],
  ['caught', '"after a failure that was caught"', ['FAIL: caught', 'VIA: caught']],
];

export class FailuresProject {
  /** The folder with Scarb.toml. */
  readonly folder: string;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'starbox-failures-'));
    cpSync(join(SOURCE, 'src'), join(this.folder, 'src'), { recursive: true });
    cpSync(join(SOURCE, 'Scarb.toml'), join(this.folder, 'Scarb.toml'));
    mkdirSync(join(this.folder, 'target/dev'), { recursive: true });
    for (const name of ['Shop', 'Till', 'Vault'] as const) {
      const packed = readFileSync(join(SOURCE, `classes/failures_${name}.contract_class.json.gz`));
      const text = gunzipSync(packed).toString().replaceAll('{core}', CORE).replaceAll('{project}', this.folder);
      writeFileSync(this.classFile(name), text);
    }
  }

  /** The class file of a contract in the build output. */
  classFile(name: FailureContract): string {
    return join(this.folder, `target/dev/failures_${name}.contract_class.json`);
  }

  /** The lines of the sources that have a mark, such as `FAIL: panic`, as `src/vault.cairo:12`. */
  marks(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const file of readdirSync(join(this.folder, 'src')))
      for (const [i, line] of readFileSync(join(this.folder, 'src', file), 'utf8')
        .split('\n')
        .entries()) {
        const mark = /\/\/ ((?:FAIL|VIA): .+)$/.exec(line)?.[1];
        if (mark !== undefined) found.set(mark, `src/${file}:${i + 1}`);
      }
    return found;
  }

  /** A text without the folder of this project, without prices, and without what earlier transactions have changed. */
  plain(text: string): string {
    return text
      .replaceAll(`${this.folder}/`, '')
      .replace(/Storage changes:\n(?: {2}.*\n)+\n/, '')
      .replace(/[\d,]+ (L2 gas|gas)/g, 'N $1')
      .replace(/[\d.]+ STRK/g, 'N STRK')
      .replace(/amount: \d{9,}/g, 'amount: N')
      .replace(/value: \d{9,}/g, 'value: N');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
