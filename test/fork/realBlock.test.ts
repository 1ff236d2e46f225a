import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtinClassTexts } from '../../src/classes/builtinClassTexts.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { originConnector } from '../../src/fork/originConnector.ts';
import type { FetchLike } from '../../src/fork/transport.ts';
import { replayBlock } from '../../src/rpc/replay/replay.ts';

const FILE = new URL('../../../shared/real/executions/sepolia-8894544.json.gz', import.meta.url);

/** A block of a network with the state that its transactions read. */
interface Recording {
  readonly number: number;
  readonly chain_id: string;
  readonly header: object;
  readonly old_block_hash: { readonly number: number; readonly hash: string };
  readonly transactions: readonly { readonly transaction: { readonly transaction_hash: string } }[];
  readonly state_diff: unknown;
  readonly prestate: {
    readonly storage: readonly (readonly [string, string, string])[];
    readonly nonces: readonly (readonly [string, string])[];
    readonly class_hashes: readonly (readonly [string, string])[];
  };
  readonly class_definitions: Readonly<Record<string, unknown>>;
}

const short = (felt: string): string => `0x${BigInt(felt).toString(16)}`;

/** A node that has this block and nothing else. What it lacks is listed. */
function nodeOf(recording: Recording, lacking: string[]): FetchLike {
  const { number, prestate } = recording;
  const values = new Map<string, string>([
    ...prestate.storage.map(([address, key, value]) => [`${short(address)} ${short(key)}`, value] as const),
    ...prestate.nonces.map(([address, nonce]) => [`nonce ${short(address)}`, nonce] as const),
    ...prestate.class_hashes.map(([address, classHash]) => [`class ${short(address)}`, classHash] as const),
  ]);
  const hashOf = (at: number) =>
    at === recording.old_block_hash.number ? recording.old_block_hash.hash : short(`0x${(10 ** 9 + at).toString(16)}`);
  const header = (at: number) => ({
    ...recording.header,
    status: 'ACCEPTED_ON_L2',
    block_number: at,
    block_hash: hashOf(at),
    parent_hash: hashOf(at - 1),
    new_root: '0x1',
  });
  const hashes = recording.transactions.map(({ transaction }) => transaction.transaction_hash);
  type Params = Record<'contract_address' | 'key' | 'class_hash', string> & { block_id: { block_number: number } };
  const valueAt = (name: string) => {
    if (!values.has(name)) lacking.push(name);
    return values.get(name) ?? '0x0';
  };
  const answers: Readonly<Record<string, (params: Params) => unknown>> = {
    starknet_specVersion: () => '0.10.2',
    starknet_chainId: () => `0x${Buffer.from(recording.chain_id).toString('hex')}`,
    starknet_blockNumber: () => number,
    starknet_getBlockWithTxHashes: ({ block_id }) => {
      const at = block_id.block_number ?? number;
      return { ...header(at), transactions: at === number ? hashes : [] };
    },
    starknet_getBlockWithReceipts: () => ({
      ...header(number),
      transactions: recording.transactions.map(({ transaction }, i) => ({
        transaction,
        receipt: { transaction_hash: hashes[i] },
      })),
    }),
    starknet_getStateUpdate: () => ({ state_diff: recording.state_diff }),
    starknet_getNonce: ({ contract_address }) => valueAt(`nonce ${short(contract_address)}`),
    starknet_getStorageAt: ({ contract_address, key }) => valueAt(`${short(contract_address)} ${short(key)}`),
    starknet_getClassHashAt: ({ contract_address }) => valueAt(`class ${short(contract_address)}`),
    starknet_getClass: ({ class_hash }) => recording.class_definitions[short(class_hash)],
  };
  const answer = ({ id, method, params }: { id: number; method: string; params: Params }) => {
    const result = answers[method]?.(params);
    return result === undefined
      ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
      : { jsonrpc: '2.0', id, result };
  };
  return (async (_: unknown, init: { body: string }) => {
    const request = JSON.parse(init.body);
    const body = JSON.stringify(Array.isArray(request) ? request.map(answer) : answer(request));
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }) as unknown as FetchLike;
}

test.skipIf(!existsSync(FILE))('a real block changes the same cells, aliases included', async () => {
  const recording = JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Recording;
  const library = new ClassLibrary();
  const lacking: string[] = [];
  const connect = originConnector({ fetch: nodeOf(recording, lacking), sleep: () => Promise.resolve() });
  const host = { url: 'http://origin.test/', library, texts: builtinClassTexts };
  const replayed = await replayBlock({ ...host, connect: connect(library, undefined) }, recording.number);
  expect(replayed).toMatchObject({ protocolVersion: '0.14.2', isDiffCompared: true });
  expect(replayed.transactions).toHaveLength(5);
  // The network ran one of them with a fault of its own, so it paid another fee: the balances of its sender and of the sequencer differ.
  const cells = replayed.differences.map(({ at }) => at).filter((at) => at.startsWith('state_diff'));
  expect(cells).toHaveLength(2);
  for (const at of cells) expect(at).toMatch(/^state_diff\.storage_diffs\[0x4718f5a0.*\.value$/);
  // Everything that the replay read was read there too, also the aliases.
  expect(lacking).toEqual([]);
});
