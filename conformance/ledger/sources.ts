import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OriginRecord } from '../../src/rpc/record/originRecord.ts';
import { readRecord } from '../../src/rpc/record/recordFile.ts';
import { realClasses } from '../realClasses.ts';
import type { Recorded } from '../recorded.ts';
import { blockFacts } from './blockFacts.ts';
import { executionRecord } from './executionRecord.ts';
import type { Fact } from './fact.ts';
import { hashIn, NETWORKS, nameOfBlock, protocolOf, type RealBlock } from './realBlock.ts';
import { replayFacts } from './replayFacts.ts';

/** Something that can be compared: a block of a network, its execution, classes, transactions alone, or an own block as an earlier build executed it. */
export interface Source {
  /** Its name in the ledger, such as mainnet-5782224. */
  readonly name: string;
  readonly kind: 'block' | 'execution' | 'own' | 'classes' | 'transactions';
  /** Its protocol version; undefined for what belongs to none. */
  readonly protocol: string | undefined;
  readonly transactions: number;
  facts(): AsyncIterable<Fact> | Iterable<Fact>;
}

const folder = new URL('.', import.meta.url);
const BLOCKS = new URL('blocks.json.br', folder);

/** The blocks of this repository: facts of public networks, recorded with `npm run ledger -- --record`. */
export const ownBlocks = (): readonly RealBlock[] =>
  existsSync(BLOCKS) ? JSON.parse(brotliDecompressSync(readFileSync(BLOCKS)).toString()) : [];

export const blocksFile = BLOCKS;

/** The versions of which this repository has a recorded chain of a sandbox. */
export const OWN_CHAINS: readonly string[] = ['0.13.6', '0.14.4'];

/** The record of such a chain. */
export const chainFile = (version: string): URL => new URL(`sandbox-${version}.record`, folder);

const readGz = (file: string): Recorded => JSON.parse(gunzipSync(readFileSync(file)).toString());

const filesIn = (path: string): readonly string[] =>
  existsSync(path)
    ? readdirSync(path)
        .sort()
        .map((file) => join(path, file))
    : [];

/** The blocks of ../shared. */
export const sharedBlocks = (shared: string): readonly RealBlock[] => filesIn(join(shared, 'real/blocks')).map(readGz);

/** Everything that can be compared here, each once. What is missing is left out. */
export async function* sources(shared: string): AsyncGenerator<Source> {
  const seen = new Set<string>();
  for (const block of [...ownBlocks(), ...sharedBlocks(shared)]) {
    // Repositories name networks differently.
    const { block_hash: hash } = block.header;
    if (seen.has(hash)) continue;
    seen.add(hash);
    yield blockSource(block);
  }
  for (const file of filesIn(join(shared, 'real/executions'))) {
    const execution = readGz(file);
    // Transactions of other forms need the rest of their block.
    if (execution.form === 'block') yield executionSource(execution);
  }
  yield* chainSources();
  const real = join(shared, 'real');
  if (!existsSync(real)) return;
  yield { name: 'classes', kind: 'classes', protocol: undefined, transactions: 0, facts: () => classFacts(shared) };
  for (const file of filesIn(join(real, 'transactions'))) yield transactionSource(readGz(file));
}

export const blockSource = (block: RealBlock): Source => ({
  name: nameOfBlock(block),
  kind: 'block',
  protocol: protocolOf(block),
  transactions: block.transactions?.length ?? 0,
  facts: () => blockFacts(block),
});

/** The blocks of our recorded chains. */
async function* chainSources(): AsyncGenerator<Source> {
  for (const version of OWN_CHAINS) {
    const file = chainFile(version);
    if (!existsSync(file)) continue;
    const record = await readRecord(readFileSync(file));
    for (const { number, transactions } of blocksOf(record))
      yield {
        name: `sandbox ${version}, block ${number}`,
        kind: 'own',
        protocol: version,
        transactions,
        facts: () => replayFacts(record, number),
      };
  }
}

/** The blocks of a record, oldest first. */
function blocksOf(record: OriginRecord): readonly { readonly number: number; readonly transactions: number }[] {
  const blocks = [...record.paramsOf('getBlockWithReceipts')].map((params) => {
    const block = record.find('getBlockWithReceipts', params)?.result as Recorded;
    return { number: block.block_number as number, transactions: block.transactions.length as number };
  });
  return blocks.sort((a, b) => a.number - b.number);
}

const executionSource = (execution: Recorded): Source => ({
  name: `${execution.network}-${execution.number} executed`,
  kind: 'execution',
  protocol: protocolOf(execution),
  transactions: execution.transactions.length,
  facts: () => replayFacts(executionRecord(execution), execution.number),
});

async function* classFacts(shared: string): AsyncGenerator<Fact> {
  for await (const { id, outcome, detail = '' } of realClasses.run(shared))
    yield {
      what: id.endsWith(' casm') ? 'compiled class hash' : 'class hash',
      isEqual: outcome === 'equal',
      detail: `${id} ${detail}`,
    };
}

/** Transactions without their blocks. Not all tell their network, so the hash must be that of one of the networks. */
const transactionSource = (list: readonly Recorded[]): Source => ({
  name: 'transactions without blocks',
  kind: 'transactions',
  protocol: undefined,
  transactions: list.length,
  *facts() {
    for (const { transaction } of list) {
      const theirs = transaction.transaction_hash;
      const isEqual = NETWORKS.some((network) => hashIn({ network, header: {} }, transaction) === BigInt(theirs));
      yield { what: 'transaction hash', isEqual, detail: `${transaction.type} ${theirs}` };
    }
  },
});
