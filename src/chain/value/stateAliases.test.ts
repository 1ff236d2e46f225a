import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { toFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, formatKey, keyOf } from '../../felt/key.ts';
import { NEWEST_PROTOCOL } from '../../protocol/versions.ts';
import { netDiff } from '../../state/netDiff.ts';
import { finishReads } from '../../state/retryRead.ts';
import { State } from '../../state/state.ts';
import { EMPTY_DIFF, type StateDiff } from '../../state/stateDiff.ts';
import { openBlock, withChange } from './openBlock.ts';
import { aliasedNumbers, missingAliases, newAliases } from './stateAliases.ts';

type Cells = Readonly<Record<string, bigint>>;

interface Diff {
  readonly storage?: Readonly<Record<string, Cells>>;
  readonly nonces?: readonly string[];
  readonly deployed?: readonly string[];
  readonly replaced?: Cells;
}

const key = (number: bigint | string) => keyOf(toFelt(BigInt(number)));
const cellMap = (cells: Cells) => new Map(Object.entries(cells).map(([at, value]) => [key(at), key(value)]));
const each = (addresses: readonly string[] = []) => new Map(addresses.map((address) => [key(address), key(1n)]));

const diffOf = ({ storage = {}, nonces, deployed, replaced = {} }: Diff): StateDiff => ({
  ...EMPTY_DIFF,
  storage: new Map(Object.entries(storage).map(([address, cells]) => [key(address), cellMap(cells)])),
  nonces: each(nonces),
  deployed: each(deployed),
  replaced: cellMap(replaced),
});

const PRICE = { wei: 1n, fri: 1n };
const PRICES = { l1Gas: PRICE, l1DataGas: PRICE, l2Gas: PRICE };

/** What a block with these changes writes to contract 2, over a state with these cells. */
function aliases(block: readonly Diff[], before: Diff = {}): Readonly<Record<string, bigint>> | undefined {
  const state = State.over().apply(diffOf(before));
  let open = openBlock(7, state, PRICES, NEWEST_PROTOCOL, undefined);
  for (const diff of block) open = withChange(open, diffOf(diff), []);
  const aliased = finishReads(aliasedNumbers(finishReads(netDiff(open.stateDiff, state)), NEWEST_PROTOCOL));
  expect(finishReads(missingAliases(aliased, open.state))).toEqual([]);
  return entriesOf(finishReads(newAliases(aliased, open.state)));
}

function entriesOf(diff: StateDiff | undefined): Readonly<Record<string, bigint>> | undefined {
  if (!diff) return undefined;
  expect([...diff.storage.keys()]).toEqual([key(2n)]);
  return Object.fromEntries([...diff.storage.get(key(2n))!].map(([at, value]) => [formatKey(at), feltOf(value)]));
}

describe('aliases of contracts and storage keys', () => {
  test('follow the addresses, each after its keys, and count up from 128', () => {
    const block = { storage: { '0x500': { '0x90': 1n, '0x80': 1n, '0x10': 1n }, '0x100': { '0x600': 1n } } };
    expect(aliases([{ ...block, nonces: ['0x300'], deployed: ['0x200'] }])).toEqual({
      '0x600': 128n,
      '0x100': 129n,
      '0x200': 130n,
      '0x300': 131n,
      '0x80': 132n,
      '0x90': 133n,
      '0x500': 134n,
      '0x0': 135n,
    });
  });

  test('are given once, whether a number is a key or an address', () => {
    expect(aliases([{ storage: { '0x100': { '0x200': 1n }, '0x200': { '0x200': 1n, '0x100': 1n } } }])).toEqual({
      '0x200': 128n,
      '0x100': 129n,
      '0x0': 130n,
    });
  });

  test('continue at the counter and skip what has one', () => {
    const before = { storage: { '0x2': { '0x0': 1000n, '0x100': 130n } } };
    expect(aliases([{ storage: { '0x100': { '0x200': 1n } } }], before)).toEqual({ '0x200': 1000n, '0x0': 1001n });
    expect(aliases([{ nonces: ['0x100'] }], before)).toBeUndefined();
  });

  test('are not given below 128, nor to the keys of contracts up to 15', () => {
    const before = { storage: { '0x2': { '0x0': 1000n } } };
    const small = { '0x7f': { '0x7f': 1n }, '0xf': { '0x900': 1n }, '0x1': { '0x400': 1n } };
    expect(aliases([{ storage: small, nonces: ['0x7f'] }], before)).toBeUndefined();
    expect(aliases([{ storage: { '0x10': { '0x900': 1n } } }], before)).toEqual({ '0x900': 1000n, '0x0': 1001n });
  });

  test('are not given to what has the same value as before the block', () => {
    const before = { storage: { '0x2': { '0x0': 1000n }, '0x100': { '0x200': 5n } }, deployed: ['0x300'] };
    const there = { storage: { '0x100': { '0x200': 6n } }, replaced: { '0x300': 9n } };
    const back = { storage: { '0x100': { '0x200': 5n } }, replaced: { '0x300': 1n } };
    expect(aliases([there, back], before)).toBeUndefined();
    expect(aliases([there], before)).toEqual({ '0x200': 1000n, '0x100': 1001n, '0x300': 1002n, '0x0': 1003n });
  });

  test('begin with the counter, even if the first block gives none', () => {
    expect(aliases([])).toEqual({ '0x0': 128n });
  });

  test('of many keys are given in steps', () => {
    const cells = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`0x${(70_000 - i).toString(16)}`, 1n]));
    const steps = aliasedNumbers(diffOf({ storage: { '0x100': cells } }), NEWEST_PROTOCOL);
    let pauses = 0;
    for (let step = steps.next(); ; step = steps.next(), pauses++) {
      if (!step.done) continue;
      expect(step.value.numbers.map(feltOf)).toEqual([
        ...Array.from({ length: 5000 }, (_, i) => BigInt(65_001 + i)),
        256n,
      ]);
      break;
    }
    expect(pauses).toBeGreaterThan(5);
  });
});

interface RealBlock {
  readonly state_diff: null | {
    readonly storage_diffs: readonly {
      readonly address: string;
      readonly storage_entries: readonly { readonly key: string; readonly value: string }[];
    }[];
    readonly nonces: readonly { readonly contract_address: string }[];
    readonly deployed_contracts: readonly { readonly address: string }[];
    readonly replaced_classes: readonly { readonly contract_address: string }[];
  };
}

const REAL = ['blocks', 'executions'].map((folder) => new URL(`../../../../shared/real/${folder}/`, import.meta.url));

/** Real blocks that wrote aliases. */
function* realBlocks(): Generator<readonly [string, NonNullable<RealBlock['state_diff']>]> {
  for (const folder of REAL)
    for (const file of existsSync(folder) ? readdirSync(folder) : []) {
      const { state_diff } = JSON.parse(gunzipSync(readFileSync(new URL(file, folder))).toString()) as RealBlock;
      if (state_diff?.storage_diffs.some(({ address }) => BigInt(address) === 2n)) yield [file, state_diff];
    }
}

const real = [...realBlocks()];

test.skipIf(real.length === 0).each(real)('the aliases of %s follow from the rest of its state diff', (_, diff) => {
  const written = new Map<FeltKey, FeltKey>();
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  for (const { address, storage_entries } of diff.storage_diffs) {
    const cells = new Map(storage_entries.map((entry) => [key(entry.key), key(entry.value)]));
    if (BigInt(address) !== 2n) storage.set(key(address), cells);
    else for (const [at, value] of cells) written.set(at, value);
  }
  const changes: StateDiff = {
    ...EMPTY_DIFF,
    storage,
    nonces: each(diff.nonces.map((entry) => entry.contract_address)),
    deployed: each(diff.deployed_contracts.map((entry) => entry.address)),
    replaced: each(diff.replaced_classes.map((entry) => entry.contract_address)),
  };
  // What got no alias had one before. The first of them was the counter; a written zero was something else.
  const first = [...written.values()].map(feltOf).toSorted((a, b) => (a < b ? -1 : 1))[0]!;
  const old = new Map([[key(0n), keyOf(first)]]);
  const zeros = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  for (const [address, cells] of storage) {
    zeros.set(address, new Map([...cells].filter(([, value]) => feltOf(value) === 0n).map(([at]) => [at, key(1n)])));
    for (const number of [address, ...cells.keys()]) if (!written.has(number)) old.set(number, key(1n));
  }
  for (const address of [...changes.nonces.keys(), ...changes.deployed.keys(), ...changes.replaced.keys()])
    if (!written.has(address)) old.set(address, key(1n));
  const before = State.over().apply({ ...EMPTY_DIFF, storage: new Map([...zeros, [key(2n), old]]) });
  const open = withChange(openBlock(7, before, PRICES, NEWEST_PROTOCOL, undefined), changes, []);
  const given = finishReads(
    newAliases(finishReads(aliasedNumbers(finishReads(netDiff(open.stateDiff, before)), NEWEST_PROTOCOL)), open.state),
  );
  expect(new Map(given?.storage.get(key(2n)) ?? [])).toEqual(written);
});
