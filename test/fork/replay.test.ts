import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtinClassTexts } from '../../src/classes/builtinClassTexts.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { type Felt, parseFelt, toFelt } from '../../src/felt/felt.ts';
import { originConnector } from '../../src/fork/originConnector.ts';
import type { FetchLike } from '../../src/fork/transport.ts';
import { Sandbox } from '../../src/index.ts';
import { formatReplay, formatReplayedBlock } from '../../src/rpc/replay/formatReplay.ts';
import { type ReplayHost, replayBlock, replayTransaction } from '../../src/rpc/replay/replay.ts';
import { NOTHING_CHANGED } from '../../src/rpc/replay/whatIf.ts';
import { block, EXERCISER } from '../support/fork/chains.ts';
import { MIXED_SEED, mixedChain } from '../support/fork/mixedChain.ts';
import { deployExerciser, STRK, Wallet } from '../support/fork/wallet.ts';

const URL_OF_ORIGIN = 'http://origin.test/';

function hostOf(fetch: FetchLike): ReplayHost {
  const library = new ClassLibrary();
  const connect = originConnector({ fetch, sleep: () => Promise.resolve() })(library, undefined);
  return { url: URL_OF_ORIGIN, connect, library, texts: builtinClassTexts };
}

const felt = (hash: string): Felt => parseFelt(hash)!;
const ownClass = (name: string) =>
  readClassText(readFileSync(new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url), 'utf8'));

describe.each([
  ['0.14.4', false],
  ['0.14.2', true],
  ['0.13.6', false],
] as const)(
  `the blocks of a sandbox of protocol %s, aliases %s, with mixed traffic (seed ${MIXED_SEED})`,
  (version, stateAliases) => {
    let origin: Sandbox;
    let host: ReplayHost;
    beforeAll(async () => {
      origin = await mixedChain(version, stateAliases);
      host = hostOf(origin.fetch);
    });
    afterAll(() => origin?.close());

    test('come out equal, transaction by transaction and as a whole', async () => {
      const newest = await origin.request('starknet_blockNumber');
      const types = new Set<string>();
      let [count, reverted] = [0, 0];
      for (let number = 2; number <= newest; number++) {
        const replayed = await replayBlock(host, number);
        expect(replayed.notes, String(number)).toEqual([]);
        expect(replayed.differences, String(number)).toEqual([]);
        expect(replayed).toMatchObject({ protocolVersion: version, isDiffCompared: true, areHashesCompared: true });
        for (const one of replayed.transactions) {
          expect(one.differences, `${number}: ${one.index}`).toEqual([]);
          types.add(one.type);
          count++;
          if ((one.receipt as { execution_status: string }).execution_status === 'REVERTED') reverted++;
        }
      }
      expect([...types].sort()).toEqual(['DECLARE', 'DEPLOY_ACCOUNT', 'INVOKE', 'L1_HANDLER']);
      expect(count).toBeGreaterThan(40);
      expect(reverted).toBeGreaterThan(3);
      expect(formatReplayedBlock(await replayBlock(host, 'latest'), URL_OF_ORIGIN, false)).toContain(
        `Block ${newest}: all `,
      );
    });

    test('have transactions that come out equal after those before them in their block', async () => {
      const { transactions } = await origin.request<{ transactions: string[] }>('starknet_getBlockWithTxHashes', [
        block(3),
      ]);
      expect(transactions.length).toBeGreaterThan(2);
      const progress: string[] = [];
      const report = (text: string) => void progress.push(text);
      const replayed = await replayTransaction({ ...host, report }, felt(transactions.at(-1)!));
      expect(progress[0]).toMatch(/^reading block \d+$/);
      expect(progress.at(-1)).toBe(
        `transaction ${replayed.index + 1} of ${replayed.count} in block ${replayed.blockNumber}`,
      );
      expect(replayed).toMatchObject({ differences: [], notes: [], index: transactions.length - 1, isChanged: false });
      expect(formatReplay(replayed, URL_OF_ORIGIN, false)).toContain(
        `The same as at ${URL_OF_ORIGIN}: receipt, trace and state diff.`,
      );
    });
  },
);

describe('a replay of one transaction', () => {
  let origin: Sandbox;
  let failing: string;
  let other: string;
  beforeAll(async () => {
    origin = await Sandbox.create({ seed: 5, accounts: 2, stateArchiveCapacity: 'full' });
    await deployExerciser(origin, EXERCISER);
    const wallet = new Wallet(origin);
    failing = await wallet.invoke({ to: STRK, name: 'transfer', calldata: [0x77n, 10n ** 25n, 0n] });
    other = await wallet.invoke({ to: EXERCISER, name: 'who', calldata: [] });
  });
  afterAll(() => origin?.close());
  const host = () => hostOf(origin.fetch);

  test('shows what a cell with another value would have changed', async () => {
    const balance = await import('../../src/chain/value/token.ts').then(({ balanceAddress }) =>
      balanceAddress(felt(origin.accounts[0]!.address)),
    );
    const cells = [{ address: toFelt(STRK), key: balance, value: toFelt(10n ** 26n) }];
    const replayed = await replayTransaction(host(), felt(failing), { ...NOTHING_CHANGED, cells });
    expect(replayed.isChanged).toBe(true);
    expect(replayed.differences).toContainEqual({
      at: 'receipt.execution_status',
      origin: 'REVERTED',
      replayed: 'SUCCEEDED',
    });
    expect(formatReplay(replayed, URL_OF_ORIGIN, false)).toContain('With what you changed, there are');
  });

  test('shows what another class would have done, and what another sender', async () => {
    const swaps = [{ address: toFelt(EXERCISER), definition: ownClass('erc20') }];
    const swapped = await replayTransaction(host(), felt(other), { ...NOTHING_CHANGED, swaps });
    expect(swapped.differences).toContainEqual({
      at: 'receipt.execution_status',
      origin: 'SUCCEEDED',
      replayed: 'REVERTED',
    });
    const sender = felt(origin.accounts[1]!.address);
    const sent = await replayTransaction(host(), felt(other), { ...NOTHING_CHANGED, sender });
    expect(sent.differences.map(({ at }) => at)).toContain('trace.execute_invocation.contract_address');
    expect(sent.differences.map(({ at }) => at)).not.toContain('receipt.execution_status');
    const nobody = toFelt(0x1234);
    await expect(replayTransaction(host(), felt(other), { ...NOTHING_CHANGED, sender: nobody })).rejects.toThrow(
      'There is no contract at 0x1234 before this transaction, so it cannot send the transaction.',
    );
  });

  test('escapes what a terminal would act on in the answers of an origin', async () => {
    const fetch: FetchLike = async (url, init) => {
      const answer = await origin.fetch(url, init);
      const text = (await answer.text()).replaceAll('"revert_reason":"', '"revert_reason":"\\u001b[2J');
      return new Response(text, answer) as never;
    };
    const text = formatReplay(await replayTransaction(hostOf(fetch), felt(failing)), URL_OF_ORIGIN, false);
    expect(text).toContain('there  \\u001b[2J');
    expect(text).not.toContain('\u001b');
  });

  test('finds what an origin says wrongly', async () => {
    const fetch: FetchLike = async (url, init) => {
      const answer = await origin.fetch(url, init);
      const text = (await answer.text()).replaceAll(/"l2_gas":(?=\d)/g, '"l2_gas":1');
      return new Response(text, answer) as never;
    };
    const { differences } = await replayTransaction(hostOf(fetch), felt(other));
    expect(differences.map(({ at }) => at)).toContain('receipt.execution_resources.l2_gas');
  });

  test('finds each commitment, count and hash that a header has wrongly', async () => {
    const names = [
      'transaction_commitment',
      'event_commitment',
      'receipt_commitment',
      'state_diff_commitment',
      'block_hash',
    ];
    for (const name of names) {
      const fetch: FetchLike = async (url, init) => {
        const answer = await origin.fetch(url, init);
        if (!init.body.includes('getBlockWithReceipts')) return answer;
        const text = (await answer.text()).replace(new RegExp(`"${name}":"0x`), `"${name}":"0x1`);
        return new Response(text, answer) as never;
      };
      const { differences } = await replayBlock(hostOf(fetch), 'latest');
      expect(differences.map(({ at }) => at)).toEqual([`block.${name}`]);
    }
    const fetch: FetchLike = async (url, init) => {
      const text = (await (await origin.fetch(url, init)).text()).replace('"event_count":', '"event_count":9');
      return new Response(text) as never;
    };
    const { differences } = await replayBlock(hostOf(fetch), 'latest');
    expect(differences.map(({ at }) => at)).toEqual(['block.event_count']);
  });

  test('works with a node that neither traces nor gives state updates, and says so', async () => {
    const refusing = /"method":"starknet_(?:traceBlockTransactions|getStateUpdate)"/;
    const fetch: FetchLike = async (url, init) => {
      if (!refusing.test(init.body)) return origin.fetch(url, init);
      const error = { code: -32601, message: 'Method not found' };
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(init.body).id, error })) as never;
    };
    const replayed = await replayTransaction(hostOf(fetch), felt(other));
    expect(replayed.differences).toEqual([]);
    expect(replayed.notes).toEqual(['The node gives no traces, so only the receipt was compared.']);
    expect(formatReplay(replayed, URL_OF_ORIGIN, false)).toContain(`The same as at ${URL_OF_ORIGIN}: receipt.\n`);
    const whole = await replayBlock(hostOf(fetch), 'latest');
    expect(whole.notes).toEqual([
      'The node gives no state diff of the block, so commitments and the hash were not compared.',
    ]);
    expect(formatReplayedBlock(whole, URL_OF_ORIGIN, false)).toContain('receipts are the same as at');
  });

  test('refuses what it cannot do, and says why', async () => {
    await expect(replayTransaction(host(), toFelt(0x123))).rejects.toThrow(
      `The node ${URL_OF_ORIGIN} has no transaction 0x123 in a block.`,
    );
    await expect(replayBlock(host(), 0)).rejects.toThrow('Block 0 cannot be replayed');
    await expect(replayBlock(host(), 1000)).rejects.toThrow(/has no block 1000: its newest is \d+/);
    const fetch: FetchLike = async (url, init) => {
      const answer = await origin.fetch(url, init);
      if (!init.body.includes('getBlockWithReceipts')) return answer as never;
      return new Response((await answer.text()).replaceAll('"version":"0x3"', '"version":"0x1"'), answer) as never;
    };
    await expect(replayTransaction(hostOf(fetch), felt(other))).rejects.toThrow(
      'cannot be replayed: it is INVOKE of version 0x1. Only version 3 and L1 handlers can be executed here.',
    );
  });
});
