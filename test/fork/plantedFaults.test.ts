import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Ledger, runLedger, worseThan } from '../../conformance/ledger/ledger.ts';
import { recordHost, replayFacts } from '../../conformance/ledger/replayFacts.ts';
import { blockSource, ownBlocks, type Source } from '../../conformance/ledger/sources.ts';
import { builtinClassTexts } from '../../src/classes/builtinClassTexts.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { ZERO_KEY } from '../../src/felt/key.ts';
import { Sandbox } from '../../src/index.ts';
import { OriginRecord } from '../../src/rpc/record/originRecord.ts';
import { recordBlock } from '../../src/rpc/record/recordBlock.ts';
import { bisectRange } from '../../src/rpc/replay/range/bisectRange.ts';
import { formatBisected } from '../../src/rpc/replay/range/formatRange.ts';
import { replayOne, withOneHead } from '../../src/rpc/replay/range/replayRange.ts';
import { EXERCISER } from '../support/fork/chains.ts';
import { deployExerciser, Wallet } from '../support/fork/wallet.ts';

/** Which fault is planted. Without one the modules below are as they are. */
const planted = vi.hoisted(() => ({ fault: 'none' as 'none' | 'gas table' | 'hashing' | 'storage' }));

// A price of a gas table: sha256 costs more.
vi.mock('../../src/protocol/versions.ts', async (load) => {
  const real = await load<typeof import('../../src/protocol/versions.ts')>();
  return {
    ...real,
    protocolAfter: (version: string | undefined) => {
      const table = real.protocolAfter(version);
      if (planted.fault !== 'gas table') return table;
      const { Sha256ProcessBlock } = table.syscalls;
      const { constant } = Sha256ProcessBlock;
      const dearer = { ...Sha256ProcessBlock, constant: { ...constant, steps: constant.steps + 1 } };
      return { ...table, syscalls: { ...table.syscalls, Sha256ProcessBlock: dearer } };
    },
  };
});

// A hash: the commitment to events forgets keys after the fourth.
vi.mock('../../src/execution/hash/commitments.ts', async (load) => {
  const real = await load<typeof import('../../src/execution/hash/commitments.ts')>();
  type Included = Parameters<typeof real.eventCommitment>[0];
  const forgetting = (included: Included): Included =>
    included.map((one) => {
      const events = one.receipt.events.map((event) => ({ ...event, keys: event.keys.slice(0, 4) }));
      return { ...one, receipt: { ...one.receipt, events } };
    });
  return {
    ...real,
    eventCommitment: (...[included, hashing]: Parameters<typeof real.eventCommitment>) =>
      real.eventCommitment(planted.fault === 'hashing' ? forgetting(included) : included, hashing),
  };
});

// The storage: a cell that becomes zero is forgotten.
vi.mock('../../src/state/mergedDiff.ts', async (load) => {
  const real = await load<typeof import('../../src/state/mergedDiff.ts')>();
  return {
    ...real,
    withDiff: (...[merged, diff]: Parameters<typeof real.withDiff>) => {
      if (planted.fault !== 'storage') return real.withDiff(merged, diff);
      const storage = Array.from(
        diff.storage,
        ([address, cells]) => [address, new Map([...cells].filter(([, value]) => value !== ZERO_KEY))] as const,
      );
      return real.withDiff(merged, { ...diff, storage: new Map(storage) });
    },
  };
});

const NEWEST = 14;
/** The blocks from which on each fault shows. */
const FROM = { hashing: 5, 'gas table': 8, storage: 11 } as const;

/** A chain whose blocks do more and more, recorded as a node without faults answers. */
async function recordedChain(): Promise<OriginRecord> {
  const box = await Sandbox.create({ seed: 3, accounts: 1, stateArchiveCapacity: 'full' });
  await deployExerciser(box, EXERCISER);
  const wallet = new Wallet(box);
  const call = (name: string, calldata: readonly bigint[]) => ({ to: EXERCISER, name, calldata });
  for (let number = (await box.request('starknet_blockNumber')) + 1; number <= NEWEST; number++) {
    const calls = [call('set', [BigInt(number), 7n])];
    if (number >= FROM.hashing) calls.push(call('emit_raw', [5n, 1n, 2n, 3n, 4n, 5n, 1n, 9n]));
    // An empty text.
    if (number >= FROM['gas table']) calls.push(call('sha256', [0n, 0n, 0n]));
    if (number >= FROM.storage) calls.push(call('set', [BigInt(number - 1), 0n]));
    await wallet.invoke(...calls);
  }
  const record = new OriginRecord();
  const host = { url: 'http://origin.test/', fetch: box.fetch, library: new ClassLibrary(), texts: builtinClassTexts };
  for (let number = 3; number <= NEWEST; number++) await recordBlock(host, record, number);
  await box.close();
  return record;
}

describe('a planted fault', () => {
  let record: OriginRecord;
  let before: Ledger['entries'];
  const chainSources = (): readonly Source[] =>
    Array.from({ length: NEWEST - 2 }, (_, i) => ({
      name: `block ${i + 3}`,
      kind: 'own',
      protocol: '0.14.4',
      transactions: 1,
      facts: () => replayFacts(record, i + 3),
    }));
  beforeAll(async () => {
    record = await recordedChain();
    before = await runLedger(chainSources());
  });

  test('is none at first: everything is equal', () => {
    for (const [name, { different }] of Object.entries(before)) expect(different, name).toEqual({});
  });

  test.each([
    ['gas table', /receipt\.(actual_fee|execution_resources)/],
    ['hashing', /^block\.event_commitment: there 0x/],
    ['storage', /^state_diff\.storage_diffs\[0xe5e5\]\.storage_entries/],
  ] as const)('of the %s turns the ledger red, and halving finds the block where it begins', async (fault, first) => {
    planted.fault = fault;
    try {
      const worse = worseThan(before, await runLedger(chainSources()));
      const blocks = new Set(worse.map((line) => Number(/^block (\d+)/.exec(line)![1])));
      expect([...blocks]).toEqual(Array.from({ length: NEWEST - FROM[fault] + 1 }, (_, i) => FROM[fault] + i));
      const host = withOneHead(recordHost(record));
      const range = { from: 3, to: NEWEST };
      const found = await bisectRange(range, (block) => replayOne(host, block));
      expect(found).toMatchObject({
        kind: 'found',
        last: { block: FROM[fault] - 1, outcome: 'equal' },
        first: { block: FROM[fault], outcome: 'different', protocol: '0.14.4' },
      });
      expect(found.looked).toBeLessThan(7);
      expect((found as { first: { first: string } }).first.first.replace(/^transaction 0x\w+: /, '')).toMatch(first);
      expect(formatBisected(found, range, 'it')).toContain(`The first that differs:     ${FROM[fault]} (0.14.4)  `);
    } finally {
      planted.fault = 'none';
    }
  });

  test('of the hashing turns the row of real blocks red too', async () => {
    const blocks = ownBlocks().map(blockSource);
    const now = await runLedger(blocks);
    planted.fault = 'hashing';
    try {
      const worse = worseThan(now, await runLedger(blocks));
      expect(worse.length).toBeGreaterThan(0);
      for (const line of worse) expect(line).toMatch(/ equal in (event commitment|block hash);/);
    } finally {
      planted.fault = 'none';
    }
  });
});
