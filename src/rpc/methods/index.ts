import type { Methods } from '../method.ts';
import { addDeclareTransaction } from './chain/addDeclareTransaction.ts';
import { addDeployAccountTransaction } from './chain/addDeployAccountTransaction.ts';
import { addInvokeTransaction } from './chain/addInvokeTransaction.ts';
import { blockHashAndNumber } from './chain/blockHashAndNumber.ts';
import { blockNumber } from './chain/blockNumber.ts';
import { call } from './chain/call.ts';
import { chainId } from './chain/chainId.ts';
import { estimateFee } from './chain/estimateFee.ts';
import { estimateMessageFee } from './chain/estimateMessageFee.ts';
import { getBlockTransactionCount } from './chain/getBlockTransactionCount.ts';
import { getBlockWithReceipts } from './chain/getBlockWithReceipts.ts';
import { getBlockWithTxHashes } from './chain/getBlockWithTxHashes.ts';
import { getBlockWithTxs } from './chain/getBlockWithTxs.ts';
import { getClass } from './chain/getClass.ts';
import { getClassAt } from './chain/getClassAt.ts';
import { getClassHashAt } from './chain/getClassHashAt.ts';
import { getCompiledCasm } from './chain/getCompiledCasm.ts';
import { getEvents } from './chain/getEvents.ts';
import { getMessagesStatus } from './chain/getMessagesStatus.ts';
import { getNonce } from './chain/getNonce.ts';
import { getStateUpdate } from './chain/getStateUpdate.ts';
import { getStorageAt } from './chain/getStorageAt.ts';
import { getStorageProof } from './chain/getStorageProof.ts';
import { getTransactionByBlockIdAndIndex } from './chain/getTransactionByBlockIdAndIndex.ts';
import { getTransactionByHash } from './chain/getTransactionByHash.ts';
import { getTransactionReceipt } from './chain/getTransactionReceipt.ts';
import { getTransactionStatus } from './chain/getTransactionStatus.ts';
import { proveTransaction } from './chain/proveTransaction.ts';
import { simulateTransactions } from './chain/simulateTransactions.ts';
import { specVersion } from './chain/specVersion.ts';
import { subscribeEvents } from './chain/subscribeEvents.ts';
import { subscribeNewHeads } from './chain/subscribeNewHeads.ts';
import { subscribeNewTransactionReceipts } from './chain/subscribeNewTransactionReceipts.ts';
import { subscribeNewTransactions } from './chain/subscribeNewTransactions.ts';
import { subscribeTransactionStatus } from './chain/subscribeTransactionStatus.ts';
import { syncing } from './chain/syncing.ts';
import { traceBlockTransactions } from './chain/traceBlockTransactions.ts';
import { traceTransaction } from './chain/traceTransaction.ts';
import { unsubscribe } from './chain/unsubscribe.ts';
import { abortBlocks } from './sandbox/abortBlocks.ts';
import { abortPreconfirmedBlock } from './sandbox/abortPreconfirmedBlock.ts';
import { acceptOnL1 } from './sandbox/acceptOnL1.ts';
import { applyStateDiff } from './sandbox/applyStateDiff.ts';
import { autoImpersonate } from './sandbox/autoImpersonate.ts';
import { cheatBlock } from './sandbox/cheatBlock.ts';
import { cheatCaller } from './sandbox/cheatCaller.ts';
import { clearMempool } from './sandbox/clearMempool.ts';
import { compareStates } from './sandbox/compareStates.ts';
import { createBlock } from './sandbox/createBlock.ts';
import { createBox } from './sandbox/createBox.ts';
import { deal } from './sandbox/deal.ts';
import { debugEstimate } from './sandbox/debugEstimate.ts';
import { debugTransaction } from './sandbox/debugTransaction.ts';
import { dropBox } from './sandbox/dropBox.ts';
import { dropSnapshot } from './sandbox/dropSnapshot.ts';
import { dump } from './sandbox/dump.ts';
import { explainCall } from './sandbox/explainCall.ts';
import { explainEstimate } from './sandbox/explainEstimate.ts';
import { explainTransaction } from './sandbox/explainTransaction.ts';
import { exportTransaction } from './sandbox/exportTransaction.ts';
import { findEvents } from './sandbox/findEvents.ts';
import { fork } from './sandbox/fork.ts';
import { freezeTime } from './sandbox/freezeTime.ts';
import { getAccountBalance } from './sandbox/getAccountBalance.ts';
import { getBlocks } from './sandbox/getBlocks.ts';
import { getBoxes } from './sandbox/getBoxes.ts';
import { getCheats } from './sandbox/getCheats.ts';
import { getClasses } from './sandbox/getClasses.ts';
import { getConfig } from './sandbox/getConfig.ts';
import { getContracts } from './sandbox/getContracts.ts';
import { getCoverage } from './sandbox/getCoverage.ts';
import { getFaults } from './sandbox/getFaults.ts';
import { getGasReport } from './sandbox/getGasReport.ts';
import { getL1Messages } from './sandbox/getL1Messages.ts';
import { getMarket } from './sandbox/getMarket.ts';
import { getMempool } from './sandbox/getMempool.ts';
import { getNames } from './sandbox/getNames.ts';
import { getOverview } from './sandbox/getOverview.ts';
import { getPredeployedAccounts } from './sandbox/getPredeployedAccounts.ts';
import { getSnapshots } from './sandbox/getSnapshots.ts';
import { getStatus } from './sandbox/getStatus.ts';
import { getStorageTree } from './sandbox/getStorageTree.ts';
import { getStorageWriters } from './sandbox/getStorageWriters.ts';
import { getTransactions } from './sandbox/getTransactions.ts';
import { impersonateAccount } from './sandbox/impersonateAccount.ts';
import { increaseTime } from './sandbox/increaseTime.ts';
import { load } from './sandbox/load.ts';
import { mine } from './sandbox/mine.ts';
import { mint } from './sandbox/mint.ts';
import { mockCall } from './sandbox/mockCall.ts';
import { mockL1ConsumeMessageFromL2 } from './sandbox/mockL1ConsumeMessageFromL2.ts';
import { mockL1SendMessageToL2 } from './sandbox/mockL1SendMessageToL2.ts';
import { nameSnapshot } from './sandbox/nameSnapshot.ts';
import { postmanConsumeMessageFromL2 } from './sandbox/postmanConsumeMessageFromL2.ts';
import { postmanFlush } from './sandbox/postmanFlush.ts';
import { postmanLoad } from './sandbox/postmanLoad.ts';
import { postmanSendMessageToL2 } from './sandbox/postmanSendMessageToL2.ts';
import { preconfirmTransactions } from './sandbox/preconfirmTransactions.ts';
import { profileCall } from './sandbox/profileCall.ts';
import { profileTransaction } from './sandbox/profileTransaction.ts';
import { removeFromMempool } from './sandbox/removeFromMempool.ts';
import { reorganise } from './sandbox/reorganise.ts';
import { restart } from './sandbox/restart.ts';
import { restore } from './sandbox/restore.ts';
import { revert } from './sandbox/revert.ts';
import { saveState } from './sandbox/saveState.ts';
import { sealBlock } from './sandbox/sealBlock.ts';
import { search } from './sandbox/search.ts';
import { setBlockMode } from './sandbox/setBlockMode.ts';
import { setClassHash } from './sandbox/setClassHash.ts';
import { setFaults } from './sandbox/setFaults.ts';
import { setGasPrice } from './sandbox/setGasPrice.ts';
import { setMempoolConfig } from './sandbox/setMempoolConfig.ts';
import { setNonce } from './sandbox/setNonce.ts';
import { setPriceSchedule } from './sandbox/setPriceSchedule.ts';
import { setStateSchedule } from './sandbox/setStateSchedule.ts';
import { setStorageAt } from './sandbox/setStorageAt.ts';
import { setTime } from './sandbox/setTime.ts';
import { snapshot } from './sandbox/snapshot.ts';
import { stopAutoImpersonate } from './sandbox/stopAutoImpersonate.ts';
import { stopCheat } from './sandbox/stopCheat.ts';
import { stopImpersonateAccount } from './sandbox/stopImpersonateAccount.ts';
import { subscribeFaults } from './sandbox/subscribeFaults.ts';
import { subscribeRebuilds } from './sandbox/subscribeRebuilds.ts';
import { traceForCairoTools } from './sandbox/traceForCairoTools.ts';

/**
 * Every method. The order matters in one place: the configuration shows the default list of `--restrictive-mode` in it, and clients
 * know that list as applyStateDiff to dump.
 */
export const all = [
  addDeclareTransaction,
  addDeployAccountTransaction,
  addInvokeTransaction,
  blockHashAndNumber,
  blockNumber,
  call,
  chainId,
  estimateFee,
  estimateMessageFee,
  getBlockTransactionCount,
  getBlockWithReceipts,
  getBlockWithTxHashes,
  getBlockWithTxs,
  getClass,
  getClassAt,
  getClassHashAt,
  getCompiledCasm,
  getEvents,
  getMessagesStatus,
  getNonce,
  getStateUpdate,
  getStorageAt,
  getStorageProof,
  getTransactionByBlockIdAndIndex,
  getTransactionByHash,
  getTransactionReceipt,
  getTransactionStatus,
  proveTransaction,
  simulateTransactions,
  specVersion,
  subscribeEvents,
  subscribeNewHeads,
  subscribeNewTransactionReceipts,
  subscribeNewTransactions,
  subscribeTransactionStatus,
  syncing,
  traceBlockTransactions,
  traceTransaction,
  unsubscribe,
  applyStateDiff,
  mint,
  load,
  snapshot,
  revert,
  restart,
  createBlock,
  abortBlocks,
  abortPreconfirmedBlock,
  impersonateAccount,
  autoImpersonate,
  getPredeployedAccounts,
  dump,
  acceptOnL1,
  cheatBlock,
  cheatCaller,
  clearMempool,
  compareStates,
  createBox,
  deal,
  dropBox,
  dropSnapshot,
  explainCall,
  explainEstimate,
  explainTransaction,
  exportTransaction,
  getCoverage,
  traceForCairoTools,
  getGasReport,
  getMarket,
  getMempool,
  profileCall,
  debugEstimate,
  debugTransaction,
  profileTransaction,
  removeFromMempool,
  findEvents,
  fork,
  freezeTime,
  getAccountBalance,
  getBlocks,
  getBoxes,
  getCheats,
  getClasses,
  getConfig,
  getContracts,
  getFaults,
  getL1Messages,
  getNames,
  getSnapshots,
  getStatus,
  getOverview,
  getStorageTree,
  getStorageWriters,
  getTransactions,
  increaseTime,
  mine,
  mockCall,
  mockL1ConsumeMessageFromL2,
  mockL1SendMessageToL2,
  nameSnapshot,
  postmanConsumeMessageFromL2,
  postmanFlush,
  postmanLoad,
  postmanSendMessageToL2,
  reorganise,
  preconfirmTransactions,
  restore,
  saveState,
  search,
  sealBlock,
  setBlockMode,
  setClassHash,
  setFaults,
  setGasPrice,
  setMempoolConfig,
  setNonce,
  setPriceSchedule,
  setStateSchedule,
  setStorageAt,
  setTime,
  subscribeFaults,
  subscribeRebuilds,
  stopAutoImpersonate,
  stopCheat,
  stopImpersonateAccount,
] as const;

/** Every method by its name without prefix. */
export const methods: Methods = new Map(all.map((method) => [method.name, method]));
