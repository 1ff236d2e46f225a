// What clients of Ethereum ask an L1 in this process for. Methods of anvil and hardhat that tests need have both prefixes.

import type { Cancellation } from '../chain/cancellation.ts';
import { type AccountOverride, readOverrides } from './accountEdits.ts';
import { invalidParams } from './ethError.ts';
import { answeredLogs, readLogFilter } from './ethLogs.ts';
import { address, blockTag, boolean, call, hash, optional, quantity } from './ethParams.ts';
import { L1_CHAIN_ID } from './evmMachine.ts';
import { blockAt, findBlock } from './findBlock.ts';
import { formatBlock } from './formatBlock.ts';
import { data, quantity as hex } from './formatTransaction.ts';
import { l1Accounts } from './l1Accounts.ts';
import { type L1Block, type L1Head, newestBlock, rootAfter } from './l1Head.ts';
import { nextBaseFee, nextHeader } from './mineBlock.ts';
import { estimateGas, runCall } from './runCall.ts';
import { USUAL_TIP } from './unsignedTransaction.ts';

/** What a method works with. */
export interface EthRequest {
  readonly head: L1Head;
  /** L1 as it was when it started. */
  readonly first: L1Head;
  readonly params: readonly unknown[];
  /** The time of the chain, in seconds. */
  readonly now: bigint;
  readonly work: Cancellation | undefined;
}

type Read = (request: EthRequest) => unknown;

const MOST_FEES = 1024;

const stateAt = async ({ head }: EthRequest, tag: unknown) =>
  (await head.machine.stateAt(head.nodes, rootAfter(head, blockAt(head, blockTag(tag, 'block'))))).state;

const accountAt = async (request: EthRequest) => {
  const { createAddressFromString } = request.head.machine.packages.util;
  const of = createAddressFromString(address(request.params[0], 'address'));
  const state = await stateAt(request, request.params[1]);
  return { of, state, account: await state.getAccount(of) };
};

const placed = ({ head }: EthRequest, text: unknown) => {
  const place = head.placeByHash.get(hash(text, 'transaction hash'));
  return place && head.blocks.at(place.block)?.executed[place.index];
};

/** What a call changes in the state for itself. */
function overridesIn([, , state, block]: readonly unknown[]): readonly AccountOverride[] {
  if (block !== undefined && block !== null) throw invalidParams('Only the state can be overridden, not the block.');
  return readOverrides(state);
}

const blockOf = ({ head, params }: EthRequest, kind: 'number' | 'hash'): L1Block | undefined =>
  findBlock(head, kind === 'hash' ? hash(params[0], 'block hash') : blockTag(params[0], 'block'));

const inBlock = (request: EthRequest, kind: 'number' | 'hash') =>
  blockOf(request, kind)?.executed[Number(quantity(request.params[1], 'index'))]?.transaction ?? null;

const countIn = (request: EthRequest, kind: 'number' | 'hash') => {
  const block = blockOf(request, kind);
  return block ? hex(block.executed.length) : null;
};

const formatted = (request: EthRequest, kind: 'number' | 'hash') => {
  const block = blockOf(request, kind);
  return block ? formatBlock(block, optional(boolean)(request.params[1], 'full') ?? false) : null;
};

const gasPrice: Read = ({ head, now }) => hex(nextHeader(head, now).baseFeePerGas + USUAL_TIP);

/** What reads only. */
export const ethReads: Readonly<Record<string, Read>> = {
  web3_clientVersion: () => 'starbox/EthereumJS',
  net_version: () => String(L1_CHAIN_ID),
  net_listening: () => true,
  eth_chainId: () => hex(L1_CHAIN_ID),
  eth_syncing: () => false,
  eth_mining: () => true,
  eth_coinbase: () => `0x${'0'.repeat(40)}`,
  eth_accounts: () => l1Accounts().map((account) => account.address),
  eth_requestAccounts: () => l1Accounts().map((account) => account.address),
  eth_blockNumber: ({ head }) => hex(newestBlock(head).header.number),
  eth_gasPrice: gasPrice,
  eth_maxPriorityFeePerGas: () => hex(USUAL_TIP),
  eth_blobBaseFee: () => '0x1',
  eth_feeHistory: ({ head, params }) => {
    const newest = Number(blockAt(head, blockTag(params[1], 'newest block')).header.number);
    const count = Math.min(Number(quantity(params[0], 'block count')), newest + 1, MOST_FEES);
    const blocks = Array.from({ length: count }, (_, i) => head.blocks.at(newest - count + 1 + i)!);
    const tips = Array.isArray(params[2]) ? params[2].slice(0, 100).map(() => hex(USUAL_TIP)) : undefined;
    const fees = blocks.map(({ header }) => header.baseFee);
    return {
      oldestBlock: hex(newest - count + 1),
      baseFeePerGas: [...fees, blocks.length > 0 ? nextBaseFee(blocks.at(-1)!.header) : 0n].map(hex),
      gasUsedRatio: blocks.map(({ header }) => Number(header.gasUsed) / Number(header.gasLimit)),
      ...(tips && { reward: blocks.map(() => tips) }),
    };
  },
  eth_getBalance: async (request) => hex((await accountAt(request)).account?.balance ?? 0n),
  eth_getTransactionCount: async (request) => hex((await accountAt(request)).account?.nonce ?? 0n),
  eth_getCode: async (request) => {
    const { of, state } = await accountAt(request);
    return data(await state.getCode(of));
  },
  eth_getStorageAt: async (request) => {
    const [of, slot, tag] = request.params;
    const { createAddressFromString, setLengthLeft, bigIntToBytes } = request.head.machine.packages.util;
    const state = await stateAt(request, tag);
    const key = setLengthLeft(bigIntToBytes(quantity(slot, 'slot')), 32);
    return data(setLengthLeft(await state.getStorage(createAddressFromString(address(of, 'address')), key), 32));
  },
  eth_call: ({ head, params, work }) =>
    runCall(head, call(params[0], 'call'), blockAt(head, blockTag(params[1], 'block')), overridesIn(params), work),
  eth_estimateGas: async ({ head, params, now, work }) =>
    hex(await estimateGas(head, call(params[0], 'call'), now, overridesIn(params), work)),
  eth_getTransactionByHash: (request) => placed(request, request.params[0])?.transaction ?? null,
  eth_getTransactionReceipt: (request) => placed(request, request.params[0])?.receipt ?? null,
  eth_getTransactionByBlockNumberAndIndex: (request) => inBlock(request, 'number'),
  eth_getTransactionByBlockHashAndIndex: (request) => inBlock(request, 'hash'),
  eth_getBlockTransactionCountByNumber: (request) => countIn(request, 'number'),
  eth_getBlockTransactionCountByHash: (request) => countIn(request, 'hash'),
  eth_getBlockReceipts: (request) => blockOf(request, 'number')?.executed.map(({ receipt }) => receipt) ?? null,
  eth_getBlockByNumber: (request) => formatted(request, 'number'),
  eth_getBlockByHash: (request) => formatted(request, 'hash'),
  eth_getLogs: ({ head, params }) => answeredLogs(head, readLogFilter(head, params[0])),
};
