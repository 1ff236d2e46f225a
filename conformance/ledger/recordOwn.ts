// Records what the ledger of this repository compares everywhere.
import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { builtinClassTexts } from '../../src/classes/builtinClassTexts.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { OriginRecord } from '../../src/rpc/record/originRecord.ts';
import { recordBlock } from '../../src/rpc/record/recordBlock.ts';
import { writeRecord } from '../../src/rpc/record/recordFile.ts';
import { mixedChain } from '../../test/support/fork/mixedChain.ts';
import type { RealBlock } from './realBlock.ts';
import { blocksFile, chainFile, ownBlocks, sharedBlocks } from './sources.ts';

/** Blocks of more bytes than this stay outside, so that all have less than 1 MB together. */
const MAX_BLOCK_BYTES = 200_000;

/** Writes the facts of real blocks into the repository: what their hashes are made of, and nothing else. */
export function recordBlocks(shared: string, more: readonly RealBlock[] = []): number {
  const blocks = new Map<string, RealBlock>();
  for (const block of [...ownBlocks(), ...more, ...sharedBlocks(shared)]) {
    const facts = factsOf(block);
    const { block_hash: hash } = block.header;
    if (!blocks.has(hash) && JSON.stringify(facts).length <= MAX_BLOCK_BYTES) blocks.set(hash, facts);
  }
  const text = Buffer.from(`[${[...blocks.values()].map((block) => JSON.stringify(block)).join(',\n')}]\n`);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(blocksFile, brotliCompressSync(text, { params }));
  return blocks.size;
}

function factsOf({ network, header, transactions, state_diff }: RealBlock): RealBlock {
  return {
    network,
    header,
    transactions:
      transactions?.map(({ transaction, receipt }) => {
        if (!receipt) return { transaction };
        const { feeder: _, ...execution_resources } = receipt.execution_resources ?? {};
        return { transaction, receipt: { ...receipt, execution_resources } };
      }) ?? null,
    ...(state_diff && { state_diff }),
  };
}

/** Records the blocks of a sandbox with transactions of all kinds, as an earlier build of ours executed them. */
export async function recordChain(protocolVersion: string): Promise<number> {
  const box = await mixedChain(protocolVersion, true);
  const record = new OriginRecord();
  const newest = await box.request('starknet_blockNumber');
  const host = {
    url: 'http://origin.test/',
    fetch: box.fetch,
    library: new ClassLibrary(),
    texts: builtinClassTexts,
  };
  // The first block is an edit of the state, which is no transaction.
  for (let number = 2; number <= newest; number++) await recordBlock(host, record, number);
  await box.close();
  const bytes = await writeRecord(record);
  writeFileSync(chainFile(protocolVersion), bytes);
  return bytes.length;
}
