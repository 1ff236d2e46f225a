import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../scripts/check-layers.mjs', import.meta.url));
let folder: string | undefined;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = undefined;
});

/** What the check says of a part of a package, or of a whole one, with these files; undefined when it finds nothing wrong. */
function faultsOf(files: Readonly<Record<string, string>>, ...options: readonly '--part'[]): string | undefined {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'src', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  try {
    execFileSync(process.execPath, [script, folder, ...options], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
}

describe('the check of layers', () => {
  test('accepts imports downwards, through doors, and words of their own', () => {
    const files = {
      'rpc/call.ts': "import type { Block } from '../chain/value/block.ts';\nexport const name = 'starknet_call';",
      'chain/value/block.ts':
        "// starknet_keccak of the name\nexport interface Block {}\nlet left = 3;\n--left;\nexport const text = 'a -- b';",
      'chain/value/block.test.ts': "import '../../rpc/call.ts';\nconst method = 'devnet_mint';",
      'platform/files.ts': "import 'node:fs';\n/** The file of `--dump-path`. */",
      'abi/types.ts': "export const type = 'core::starknet::class_hash::ClassHash';",
      'execution/errors/debugText.ts': 'export const text = `class_hash: 0x1`;',
    };
    expect(faultsOf(files, '--part')).toBeUndefined();
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'an import upwards',
      { 'chain/a.ts': "import '../rpc/b.ts';", 'rpc/b.ts': '' },
      'src/chain/a.ts: imports ../rpc/b.ts, but chain may not look at rpc',
    ],
    ['an unknown folder', { 'attic/a.ts': '' }, 'the folder attic is not in the list of layers'],
    ['node: modules elsewhere', { 'chain/a.ts': "import 'node:fs';" }, 'node: modules belong to server, cli, platform'],
    [
      'a circle of types',
      {
        'chain/a.ts': "import type { B } from './b.ts';",
        'chain/b.ts': "import type { C } from './inner/c.ts';",
        'chain/inner/c.ts': "import type { A } from '../a.ts';",
      },
      'src/chain/a.ts: imports itself through chain/b.ts, chain/inner/c.ts',
    ],
    [
      'an import into an inner folder without a door',
      { 'rpc/a.ts': "import '../execution/syscalls/b.ts';", 'execution/syscalls/b.ts': '' },
      'src/execution/syscalls is not open to rpc',
    ],
    [
      'an import through the door of others',
      { 'cli/a.ts': "import '../rpc/subscriptions/b.ts';", 'rpc/subscriptions/b.ts': '' },
      'src/rpc/subscriptions is not open to cli',
    ],
    [
      'a method name',
      { 'chain/a.ts': "const method = 'devnet_createBlock';" },
      'names a method name (devnet_createBlock)',
    ],
    ['a method name in a comment', { 'fork/a.ts': '// as starknet_call does' }, 'names a method name (starknet_call)'],
    ['a neutral method name', { 'state/a.ts': "const prefix = 'sandbox_';" }, 'names a method name (sandbox_)'],
    [
      'a command-line option',
      { 'fork/a.ts': 'const text = `too often: use --fork-cache`;' },
      'names a command-line option (--fork-cache)',
    ],
    ['a JSON-RPC code', { 'execution/a.ts': 'const CODE = -32602;' }, 'names a JSON-RPC code (-32602)'],
    ['a port', { 'chain/a.ts': 'const port = 5050;' }, 'names a port (5050)'],
    [
      'a command-line option of files',
      { 'platform/a.ts': "const text = 'Start with --dump-dir.';" },
      'src/platform/a.ts: names a command-line option (--dump-dir)',
    ],
    ['the tag of the open block', { 'chain/a.ts': "const id = 'pre_confirmed';" }, 'names a block tag (pre_confirmed)'],
    ['the tag of a block on L1', { 'fork/a.ts': "const id = 'l1_accepted';" }, 'names a block tag (l1_accepted)'],
    [
      'a file that is too long',
      { 'chain/a.ts': '// one more line\n'.repeat(401) },
      'src/chain/a.ts: has 401 lines; a file has at most 400',
    ],
    [
      'a field of a request',
      { 'chain/a.ts': "const text = 'state_diff.nonces: duplicate entry';" },
      'names a field of a request (state_diff)',
    ],
    [
      'another field of a request',
      { 'execution/a.ts': "const text = 'l2_gas.max_amount is 0';" },
      'names a field of a request (l2_gas)',
    ],
  ])('refuses %s', (_, files, fault) => {
    expect(faultsOf(files, '--part')).toContain(fault);
  });

  test('refuses names of files and folders in its lists that do not exist', () => {
    const faults = faultsOf({ 'protocol/errors.ts': '', 'execution/hash/address.ts': '' });
    expect(faults).toContain('the files that may name a JSON-RPC code: there is no src/fork/originClient.ts');
    expect(faults).toContain('the list of layers: there is no src/rpc;');
    expect(faults).toContain('doors: there is no src/execution/gas;');
    expect(faults).toContain('the list of layers of the page: there is no ui/src/data;');
    expect(faults).not.toMatch(/no src\/(?:protocol|execution\/hash|protocol\/errors\.ts);/);
  });
});
