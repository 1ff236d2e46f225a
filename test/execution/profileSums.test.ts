// The samples of a profile add up to the L2 gas of the receipt, to the unit, for every transaction of a chain with a bit of everything,
// and those of the sessions in ../shared/tapes where that folder exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import WebSocketImpl from 'ws';
import { loadReplayer, serverArguments, serverCommand, type Tape } from '../../conformance/tapes.ts';
import { isBuilt } from '../support/build.ts';
import { eventfulChain } from '../support/eventfulChain.ts';
import { isLong } from '../support/longTests.ts';
import { skipUnless } from '../support/skipUnless.ts';

/** So many of the sessions have most kinds of transactions; STARBOX_LONG_TESTS=1 takes all. */
const SESSIONS = isLong ? Number.POSITIVE_INFINITY : 3;

type Request = (method: string, params: object) => Promise<unknown>;

interface Receipts {
  readonly transactions: readonly {
    readonly receipt: { readonly transaction_hash: string; readonly execution_resources: { readonly l2_gas: number } };
  }[];
}

/** Profiles all transactions of a chain. Returns how many there are. */
async function checkChain(request: Request): Promise<number> {
  const newest = (await request('starknet_blockNumber', {})) as number;
  let found = 0;
  for (const block_id of [...Array(newest + 1).keys()].map((block_number) => ({ block_number }))) {
    // What is before the block of a fork belongs to its origin.
    const block = (await request('starknet_getBlockWithReceipts', { block_id }).catch(() => undefined)) as
      | Receipts
      | undefined;
    found += await checkBlock(request, block);
  }
  const open = await request('starknet_getBlockWithReceipts', { block_id: 'pre_confirmed' });
  return found + (await checkBlock(request, open as Receipts));
}

async function checkBlock(request: Request, block: Receipts | undefined): Promise<number> {
  const transactions = block?.transactions ?? [];
  for (const { receipt } of transactions) {
    const { transaction_hash, execution_resources } = receipt;
    const { l2_gas, content } = (await request('devnet_profileTransaction', {
      transaction_hash,
      format: 'speedscope',
    })) as { readonly l2_gas: number; readonly content: string };
    const { weights } = JSON.parse(content).profiles[0] as { readonly weights: readonly number[] };
    const sum = weights.reduce((total, weight) => total + weight, 0);
    expect([sum, l2_gas], transaction_hash).toEqual([execution_resources.l2_gas, execution_resources.l2_gas]);
  }
  return transactions.length;
}

describe('the profile of every transaction adds up to its receipt', () => {
  test('in a chain with a bit of everything', async () => {
    const box = await eventfulChain();
    expect(await checkChain((method, params) => box.request(method as never, params as never))).toBeGreaterThan(0);
    await box.close();
  });

  const shared = fileURLToPath(new URL('../../../shared', import.meta.url));
  const isRecorded =
    isBuilt && skipUnless(existsSync(`${shared}/tapes`), 'there is no folder of recorded material (../shared)');
  test.runIf(isRecorded)('in the sessions of ../shared/tapes', async () => {
    const replayer = (await loadReplayer(shared))!;
    const texts = readdirSync(`${shared}/tapes`)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(`${shared}/tapes/${name}`, 'utf8'));
    // Those with the most transactions first.
    const sends = (text: string) => text.match(/_add\w+Transaction"/g)?.length ?? 0;
    const sending = texts.filter((text) => sends(text) > 0).sort((a, b) => sends(b) - sends(a));
    let found = 0;
    for (const text of sending.slice(0, SESSIONS)) {
      const tape = JSON.parse(text) as Tape;
      const server = await replayer.startServer(serverCommand, serverArguments(tape, shared));
      try {
        await replayer.replay(tape, server.url, { WebSocketImpl });
        found += await checkChain((method, params) => ask(server.url, method, params));
      } finally {
        await server.stop();
      }
    }
    expect(found).toBeGreaterThan(isLong ? 100 : 10);
    console.info(`${found} recorded transactions add up.`);
  });
});

async function ask(url: string, method: string, params: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { readonly result?: unknown; readonly error?: unknown };
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}
