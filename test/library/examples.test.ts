// The examples of the bundled declarations compile, in the settings of `tsc --init`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test as anyTest, expect } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { declarations, ENTRIES, examples, declarationPath as pathOf } from '../support/declarationExamples.ts';
import { root } from '../support/documentBlocks.ts';

const test = anyTest.runIf(isBuilt);
const folder = join(root, '.cache/examples');
/** The names that examples use without saying where they come from. */
const SURROUNDINGS = `
import type { compileSierra } from 'starbox/sierra';
import type { AskedWallet } from 'starbox/testing';
import type { Abi, CallLike, ContractClass, Hex, Mark, Sandbox, SandboxAccount, SandboxBackend, SandboxContract, SentTransaction } from 'starbox';

type SierraJson = Parameters<typeof compileSierra>[0];

declare global {
  const box: Sandbox;
  const wallet: AskedWallet;
  const alice: SandboxAccount, bob: SandboxAccount;
  const token: SandboxContract, vault: SandboxContract, bridge: SandboxContract;
  const contract: Hex, proxy: Hex, whale: Hex, usdc: Hex, shares: Hex, user: Hex, address: Hex;
  const transactionHash: Hex, newClassHash: Hex;
  const call: CallLike, calldata: Hex[], contractAddress: Hex, transaction_hash: Hex;
  const sierra: SierraJson, assert: typeof import('node:assert/strict');
  const file: string, mark: Mark, receipt: SentTransaction;
  const abi: Abi, tokenAbi: Abi, account: Hex;
  const Token: ContractClass;
  const backend: SandboxBackend, debug: Awaited<ReturnType<Sandbox['debug']>>;
  const request: { readonly contract_address: Hex; readonly entry_point_selector: Hex; readonly calldata: readonly Hex[] };
}
`;

/** The names that each of these modules exports to examples that do not import them. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(declarations.map(({ module, text }) => [module, exportedBy(text)])),
  starknet: ['RpcProvider', 'WebSocketChannel'],
  vitest: ['afterAll', 'afterEach', 'expect', 'test'],
  'node:fs/promises': ['readFile', 'writeFile'],
};

/** The names that a declaration file exports. */
function exportedBy(text: string): readonly string[] {
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
    list!.split(',').map((name) =>
      name
        .replace(/^\s*type\s/, '')
        .replace(/^.* as /, '')
        .trim(),
    ),
  );
}

/** A module with an example inside a function, and the imports that it lacks. */
function moduleOf({ module: own, code: example }: (typeof examples)[number]): string {
  const given = example.match(/^import .*$/gm) ?? [];
  const code = example.replaceAll(/^import .*$/gm, '').replace(/^export default /m, 'void ');
  // Names of the example's own entry point come first, then those of the library, then others.
  const seen = new Set(given.flatMap((line) => line.match(/\w+/g)!));
  const modules = [own, 'starbox', ...Object.keys(MODULES).filter((module) => !module.startsWith('starbox'))];
  const lacking = [...new Set(modules)].map((module) => {
    const used = MODULES[module]!.filter((name) => new RegExp(`\\b${name}\\b`).test(code) && !seen.has(name));
    for (const name of used) seen.add(name);
    const isDeclared = (name: string) => new RegExp(`\\b(const|let|\\[|,) ?${name}\\b[^;]*=`).test(code);
    return `import { ${used.filter((name) => !isDeclared(name)).join(', ')} } from '${module}';`;
  });
  return [...given, ...lacking, 'export async function example(): Promise<unknown> {', code, 'return;', '}'].join('\n');
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every example compiles', () => {
  expect(examples.length).toBeGreaterThan(90);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'surroundings.d.ts'), SURROUNDINGS);
  for (const [i, example] of examples.entries()) writeFileSync(join(folder, `example${i}.ts`), moduleOf(example));
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'nodenext',
    types: ['node'],
    paths: Object.fromEntries(Object.entries(ENTRIES).map(([module, file]) => [module, [pathOf(file)]])),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  let problems = '';
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    problems = (error as { readonly stdout: string }).stdout;
  }
  const named = problems.replaceAll(/^.*?example(\d+)\.ts/gm, (_, i) => examples[Number(i)]!.code.split('\n')[0]!);
  expect(named).toBe('');
});
