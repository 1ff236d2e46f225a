import type { RpcProvider, RpcProviderOptions } from 'starknet';
import { writeClassesQuickly } from './classRequests.ts';
import { type Methods, replace, withDefaults } from './methods.ts';
import { BOX_URL, type BoxOrUrl } from './node.ts';
import { starknetJs } from './peer.ts';
import { writeErrorsReadably } from './readableErrors.ts';
import { showWrittenNames } from './writtenCalls.ts';

/** Options of `RpcProvider`, except those that lead to the node. */
export type ProviderOptions = Omit<RpcProviderOptions, 'nodeUrl' | 'baseFetch'>;

/** A transaction has one of these states as soon as the sandbox has answered. */
const EXECUTED = ['PRE_CONFIRMED', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L1'];

/** Questions about a block mean the latest one; all other questions mean the open block. */
const BLOCK_METHODS = [
  'getBlockWithTxHashes',
  'getBlockWithTxs',
  'getBlockWithReceipts',
  'getBlockStateUpdate',
  'getBlockTransactionsTraces',
  'getBlockTransactionCount',
];

const NO_TIPS = {
  minTip: 0n,
  maxTip: 0n,
  averageTip: 0n,
  medianTip: 0n,
  modeTip: 0n,
  recommendedTip: 0n,
  p90Tip: 0n,
  p95Tip: 0n,
};

/**
 * A provider of starknet.js that never waits: a sandbox has executed a transaction when it answers, so `waitForTransaction`
 * returns at once. It reads the open block, so it sees every change in every mode of making blocks. Tips are zero, so that no
 * blocks are searched for them.
 *
 * @throws Error if starknet.js is not installed.
 * @example
 * const rpc = provider(box);
 * const receipt = await rpc.waitForTransaction(transaction_hash);
 */
export function provider(node: BoxOrUrl, options: ProviderOptions = {}): RpcProvider {
  const { RpcProvider } = starknetJs();
  const way = typeof node === 'string' ? { nodeUrl: node } : { nodeUrl: BOX_URL, baseFetch: node.fetch };
  const made = new RpcProvider({
    transactionRetryIntervalFallback: 0,
    blockIdentifier: 'pre_confirmed',
    ...options,
    ...(way as RpcProviderOptions),
  });
  const channel = made.channel as unknown as Methods;
  withDefaults(channel, 'waitForTransaction', 1, { successStates: EXECUTED });
  replace(channel, 'waitForTransaction', (original) => async (hash, options) => {
    // With the usual options, a receipt says all that starknet.js would ask for before, after a timer.
    const receipt = hasStates(options) ? undefined : await executedReceipt(channel, hash);
    return receipt ?? original(hash, options);
  });
  withDefaults(channel, 'fastWaitForTransaction', 3, { retryInterval: 0 });
  if (options.blockIdentifier === undefined)
    for (const name of BLOCK_METHODS)
      replace(
        channel,
        name,
        (original) =>
          (id = 'latest', ...rest) =>
            original(id, ...rest),
      );
  writeClassesQuickly(made);
  writeErrorsReadably(made);
  if (typeof node !== 'string') showWrittenNames(made, ['callContract']);
  return withoutTips(made);
}

const hasStates = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && ('successStates' in options || 'errorStates' in options);

/** The receipt of a transaction that is executed; undefined if there is none, or no such method. */
async function executedReceipt(channel: Methods, hash: unknown): Promise<unknown> {
  try {
    const receipt = (await channel['getTransactionReceipt']?.(hash)) as
      | { readonly finality_status: string }
      | undefined;
    return receipt && EXECUTED.includes(receipt.finality_status) ? receipt : undefined;
  } catch {
    return undefined;
  }
}

/** Accounts of starknet.js 8 and 9 are providers themselves, so they need this too. */
export function withoutTips<T extends object>(target: T): T {
  replace(target as Methods, 'getEstimateTip', () => async () => NO_TIPS);
  return target;
}
