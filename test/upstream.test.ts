// `npm run upstream` with clients of registries that answer from here.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  constantDifferences,
  jsonDifferences,
  libfuncDifferences,
  schemaDifferences,
} from '../scripts/upstream/differences.ts';
import { FOLLOWED } from '../scripts/upstream/followed.ts';
import { gatewayDifferences } from '../scripts/upstream/gatewayDifferences.ts';
import { crates, git, npm, type Registry } from '../scripts/upstream/registries.ts';
import { findNews, reportOf } from '../scripts/upstream/report.ts';
import { tableDifferences } from '../scripts/upstream/tableDifferences.ts';
import { GATEWAY_SOURCE, gatewayVersions } from '../src/protocol/gatewayLimits.ts';
import { mempoolLimits } from '../src/protocol/mempoolLimits.ts';
import { libfuncList } from '../src/sierra/class/libfuncList.ts';
import { NEWEST_SIERRA } from '../src/sierra/class/sierraVersion.ts';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'upstream-'));
  made.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const registry = (newest: string, folders: Readonly<Record<string, string>> = {}): Registry => ({
  newest: async () => newest,
  folder: async (_name, version) => folders[version]!,
});
const row = { registry: 'crates', name: 'engine', version: '1.0.0', what: 'tests' } as const;
const report = async (rows: Parameters<typeof findNews>[0], using: Registry) =>
  reportOf(await findNews(rows, { crates: using, npm: using, git: using }));

test('the newest release ends with 0, a newer one with 1 and its version', async () => {
  expect(await report([row], registry('1.0.0'))).toEqual({
    lines: ['engine 1.0.0 (crates; tests): newest', 'Nothing is new.'],
    exitCode: 0,
  });
  const { lines, exitCode } = await report([row], registry('1.1.0'));
  expect(lines[0]).toBe('engine 1.0.0 (crates; tests): NEW: 1.1.0');
  expect(exitCode).toBe(1);
});

test('a registry that cannot be reached is named, and ends with 2 unless something is new', async () => {
  const broken: Registry = { ...registry('1.0.0'), newest: async () => Promise.reject(new Error('no route\nat …')) };
  const { lines, exitCode } = await report([row], broken);
  expect(lines).toEqual([
    'engine 1.0.0 (crates; tests): NOT REACHED',
    '  Not compared: no route',
    'Nothing new was found, but not everything could be compared.',
  ]);
  expect(exitCode).toBe(2);
});

test('differences are listed, also when the version is the same', async () => {
  const using = registry('1.0.0', { '1.0.0': '/newest' });
  const compared = { ...row, differences: (newest: string, named: string | undefined) => [`${newest} ${named}`] };
  expect(await report([compared], using)).toMatchObject({
    lines: [expect.anything(), '  /newest undefined', expect.stringContaining('followed.ts')],
    exitCode: 1,
  });
});

test('constants are compared by path and by file', () => {
  const named = folderOf({ 'resources/blockifier_versioned_constants_1.json': { a: { b: [1] }, c: 2 } });
  const newest = folderOf({
    'resources/blockifier_versioned_constants_1.json': { a: { b: [1, 7] }, c: 3 },
    'resources/blockifier_versioned_constants_2.json': {},
    'resources/other.json': {},
  });
  expect(constantDifferences(newest, named)).toEqual([
    'blockifier_versioned_constants_1.json: /a/b/1: nothing, now 7',
    'blockifier_versioned_constants_1.json: /c: 2, now 3',
    'blockifier_versioned_constants_2.json is new',
  ]);
  expect(constantDifferences(newest, undefined)).toEqual([]);
  expect(() => constantDifferences(folderOf({}), named)).toThrow('have they been moved');
  expect(jsonDifferences({ a: 1 }, {})).toEqual(['/a: 1, now nothing']);
});

test('libfuncs are compared with our lists', () => {
  const audited = Object.fromEntries([...libfuncList('audited')!].map(([id, since]) => [id, since ?? null]));
  const { major, minor, patch } = NEWEST_SIERRA;
  const release = (version: string, changed: object, more: readonly string[] = []) =>
    folderOf({
      'src/allowed_libfuncs_lists/audited.json': { allowed_libfuncs: { ...audited, ...changed } },
      'src/allowed_libfuncs_lists/all.json': { allowed_libfuncs: [...Object.keys(audited), ...more] },
      'src/compiler_version.rs': `VersionId { ${version} }`,
    });
  expect(libfuncDifferences(release(`major: ${major}, minor: ${minor}, patch: ${patch}`, {}))).toEqual([]);
  const since = { major: 1, minor: 10, patch: 0 };
  expect(libfuncDifferences(release('major: 1, minor: 10, patch: 0', { u8_sqrt: since, felt252_sqrt: since }))).toEqual(
    [
      `Sierra is 1.10.0, ours ${major}.${minor}.${patch}`,
      'audited libfunc u8_sqrt: 1.10.0, ours every version',
      'audited libfunc felt252_sqrt (1.10.0) is not in our list',
    ],
  );
  expect(libfuncDifferences(release('major: 1, minor: 9, patch: 5', {}, ['u9_add']))).toContain(
    'libfunc u9_add is not implemented',
  );
});

test('methods that we lack and declarations that changed are listed', () => {
  const types = (methods: string) => folderOf({ 'dist/types/api/methods.d.ts': methods });
  const named = types('type Methods = {\n    starknet_chainId: {\n        params: [];\n    };\n};');
  const newest = types(
    'type Methods = {\n    /** New. */\n    starknet_sing: {\n        params: [song];\n    };\n    starknet_chainId: {\n        params: [x];\n    };\n};',
  );
  expect(schemaDifferences(newest, named)).toEqual([
    'method starknet_sing is not implemented',
    'api/methods.d.ts: + starknet_sing: {',
    'api/methods.d.ts: + starknet_sing: params: [song];',
    'api/methods.d.ts: + starknet_sing: };',
    'api/methods.d.ts: + starknet_chainId: params: [x];',
    'api/methods.d.ts: - starknet_chainId: params: [];',
  ]);
  expect(schemaDifferences(named, undefined)).toEqual([]);
});

test('cargo and npm are asked for versions and files', async () => {
  const asked: string[] = [];
  const home = folderOf({ 'registry/src/an-index/engine-1.1.0/lib.rs': '' });
  const run = async (command: string, args: readonly string[]) => {
    asked.push([command, ...args].join(' '));
    return command === 'npm' ? '"2.0.0"' : 'engine\nversion: 1.0.0 (latest 1.1.0)\n';
  };
  const rust = crates(run, home);
  expect(await rust.newest('engine', '1.0.0')).toBe('1.1.0');
  expect(await rust.folder('engine', '1.1.0')).toBe(join(home, 'registry/src/an-index/engine-1.1.0'));
  await expect(rust.folder('engine', '9.0.0')).rejects.toThrow('stored no files of engine 9.0.0');
  const script = npm(run, 'place');
  expect(await script.newest('@a/b', '1.0.0')).toBe('2.0.0');
  expect(await script.folder('@a/b', '2.0.0')).toBe(join('place', '-a-b-2.0.0', 'node_modules', '@a/b'));
  expect(asked[0]).toBe('cargo info engine@1.0.0 --color never');
  expect(asked.at(-1)).toContain('--ignore-scripts');
});

test('git is asked for the newest branch of a release, and for a folder of each branch', async () => {
  const asked: string[] = [];
  const heads = ['0.14.2', '0.14.10', '0.14.9', '0.14.11-prod'].map((name) => `abc\trefs/heads/main-v${name}\n`);
  const run = async (command: string, args: readonly string[]) => {
    asked.push([command, ...args].join(' '));
    return heads.join('');
  };
  const repository = git(run, 'place', { branches: ['main', 'main-v0.14.2'], folder: 'a/b' });
  expect(await repository.newest('https://host/repository', '')).toBe('main-v0.14.10');
  expect(await repository.folder('https://host/repository', 'main-v0.14.10')).toBe(join('place', 'git-main-v0.14.10'));
  expect(asked.filter((line) => line.includes(' clone '))).toHaveLength(2);
  expect(asked.at(-1)).toBe(
    `git -C ${join('place', 'git-main-v0.14.10', 'main-v0.14.2')} checkout --quiet main-v0.14.2 -- a/b`,
  );
  const without = git(async () => '', 'place', { branches: [], folder: 'a' });
  await expect(without.newest('https://host/repository', '')).rejects.toThrow('no branches of releases');
});

test('limits of the gateway and of the mempool are compared by branch', () => {
  const files = Object.fromEntries(
    gatewayVersions.flatMap((limits) => {
      const start = 'gateway_config.static_config.stateless_tx_validator_config';
      const folder = `${limits.branch}/${GATEWAY_SOURCE.folder}`;
      const gateway = {
        [`${start}.min_gas_price`]: Number(limits.minL2PriceFri),
        [`${start}.max_l2_gas_amount`]: Number(limits.maxL2Gas),
        [`${start}.max_calldata_length`]: limits.maxCalldataFelts,
        [`${start}.max_signature_length`]: limits.maxSignatureFelts,
        ...(limits.maxProofBytes > 0 && { [`${start}.max_proof_size`]: limits.maxProofBytes }),
        'gateway_config.stateful_tx_validator_config.max_allowed_nonce_gap': Number(limits.maxNonceGap),
        [`${start}.min_sierra_version.major`]: limits.oldestSierra[0],
        [`${start}.min_sierra_version.minor`]: limits.oldestSierra[1],
        [`${start}.max_sierra_version.major`]: limits.newestSierra[0],
        [`${start}.max_sierra_version.minor`]: limits.branch === 'main' ? 12 : limits.newestSierra[1],
        [`${start}.max_contract_bytecode_size`]: limits.maxSierraFelts,
        [`${start}.max_contract_class_object_size`]: limits.maxClassBytes,
      };
      const mempool = {
        'mempool_config.fee_escalation_percentage': Number(limits.replacementPercent),
        'mempool_config.dynamic_config.transaction_ttl': limits.since === '0.14.1' ? 60 : 300,
        'mempool_config.static_config.declare_delay': Number(mempoolLimits.declareDelaySeconds),
        'mempool_config.static_config.capacity_in_bytes': mempoolLimits.capacityBytes,
      };
      return [
        [`${folder}/gateway_config.json`, gateway],
        [`${folder}/mempool_config.json`, mempool],
      ];
    }),
  );
  expect(gatewayDifferences(folderOf(files))).toEqual([
    'our gateway of 0.14.1: /lifetimeSeconds: "60", now "300"',
    'our gateway of 0.14.4: /newestSierra/1: "12", now "9"',
  ]);
  expect(() => gatewayDifferences(folderOf({}))).toThrow('has it been moved?');
});

test('the table names the starknet.js that the tests use', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  expect(devDependencies.starknet).toBe(`^${FOLLOWED.find(({ name }) => name === 'starknet')!.version}`);
});

test('a table that is not what the crate has is reported, and one that the crate does not have', () => {
  const folder = folderOf({});
  const found = tableDifferences(folder);
  expect(found).toContain('0.14.4 has a table, but no constants');
});
