/** What the rest of the node needs to know of a method before it runs. */
export interface MethodInfo {
  /** The one name inside the code, without a prefix. */
  readonly name: string;
  readonly group: 'chain' | 'sandbox';
  /** Changes the chain: runs alone, in the order of arrival. */
  readonly writes?: boolean;
  /** A successful call is kept in the journal and repeated by a load. */
  readonly journaled?: boolean;
  /** Puts what it did into the journal itself, in other requests' words or in an order of its own. */
  readonly records?: boolean;
  /** A fork asks its origin when the block, class or transaction is not local. */
  readonly forwardable?: boolean;
  /** Needs a socket; not available over plain HTTP or in a batch, and never restricted. */
  readonly subscription?: boolean;
}

const reads = [
  'blockNumber',
  'blockHashAndNumber',
  'getBlockWithTxHashes',
  'getBlockWithTxs',
  'getBlockWithReceipts',
  'getBlockTransactionCount',
  'getStateUpdate',
  'getStorageAt',
  'getStorageProof',
  'getTransactionByHash',
  'getTransactionByBlockIdAndIndex',
  'getTransactionReceipt',
  'getTransactionStatus',
  'getMessagesStatus',
  'getClass',
  'getClassHashAt',
  'getClassAt',
  'getCompiledCasm',
  'getNonce',
  'call',
  'estimateFee',
  'estimateMessageFee',
  'simulateTransactions',
  'traceTransaction',
  'traceBlockTransactions',
];
const submissions = ['addInvokeTransaction', 'addDeclareTransaction', 'addDeployAccountTransaction'];
const subscriptions = [
  'subscribeNewHeads',
  'subscribeEvents',
  'subscribeTransactionStatus',
  'subscribeNewTransactions',
  'subscribeNewTransactionReceipts',
  'unsubscribe',
];
const journaledControls = [
  'abortBlocks',
  'acceptOnL1',
  'applyStateDiff',
  'autoImpersonate',
  'createBlock',
  'impersonateAccount',
  'increaseTime',
  'mint',
  'postmanConsumeMessageFromL2',
  'postmanLoad',
  'postmanSendMessageToL2',
  'setGasPrice',
  'setTime',
  'stopAutoImpersonate',
  'stopImpersonateAccount',
];
/** Beyond the public sandbox. Those of the second list journal themselves, where possible as requests that every sandbox knows. */
const ownControls = ['freezeTime', 'mockL1ConsumeMessageFromL2', 'setBlockMode'];
const ownEdits = ['deal', 'mine', 'mockL1SendMessageToL2', 'setClassHash', 'setNonce', 'setStorageAt'];
/** Writes a file and leaves the chain as it is. */
const ownFiles = ['saveState'];
const ownResets = ['fork'];
const otherControls = ['dump', 'load', 'restart', 'revert', 'snapshot'];
const inspections = ['explainTransaction', 'getAccountBalance', 'getConfig', 'getPredeployedAccounts', 'getStatus'];

const list: readonly MethodInfo[] = [
  // Events of both sides of a fork are put together by the method itself.
  ...['specVersion', 'chainId', 'syncing', 'proveTransaction', 'getEvents'].map((name) => ({
    name,
    group: 'chain' as const,
  })),
  ...reads.map((name) => ({ name, group: 'chain' as const, forwardable: true })),
  ...submissions.map((name) => ({ name, group: 'chain' as const, writes: true, journaled: true })),
  ...subscriptions.map((name) => ({ name, group: 'chain' as const, subscription: true })),
  ...journaledControls.map((name) => ({ name, group: 'sandbox' as const, writes: true, journaled: true })),
  ...ownControls.map((name) => ({ name, group: 'sandbox' as const, writes: true, journaled: true })),
  ...[...ownEdits, 'postmanFlush'].map((name) => ({ name, group: 'sandbox' as const, writes: true, records: true })),
  ...ownFiles.map((name) => ({ name, group: 'sandbox' as const })),
  ...ownResets.map((name) => ({ name, group: 'sandbox' as const, writes: true })),
  ...otherControls.map((name) => ({ name, group: 'sandbox' as const, writes: true })),
  ...inspections.map((name) => ({ name, group: 'sandbox' as const })),
];

/** Every method, by its name without a prefix. No name is used by both groups. */
export const methods: ReadonlyMap<string, MethodInfo> = new Map(list.map((info) => [info.name, info]));

/**
 * What `--restrictive-mode` forbids when no names are given, in the order the configuration shows: the public sandbox's
 * list, and `dump`, which writes files.
 */
export const DEFAULT_RESTRICTED: readonly string[] = [
  'applyStateDiff',
  'mint',
  'load',
  'snapshot',
  'revert',
  'restart',
  'createBlock',
  'abortBlocks',
  'impersonateAccount',
  'autoImpersonate',
  'getPredeployedAccounts',
  'dump',
];

/** What the default list forbids besides: everything of ours that changes the chain or writes files. The configuration does not show it. */
export const OWN_RESTRICTED: readonly string[] = [...ownControls, ...ownEdits, ...ownFiles, ...ownResets];
