import type { BroadcastTransaction } from '../chain/run/broadcast.ts';
import type { CallRequest } from '../chain/run/simulation.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import type { Json } from '../json/json.ts';
import { type TransactionInput, transaction } from './decode/transaction.ts';
import { callParams } from './methods/chain/call.ts';

/** A transaction as clients send it. */
export type SentJson = TransactionInput;

/** Reads transactions as clients send them: one or a list. Throws -32602. */
export const readTransactions = (sent: SentJson | readonly SentJson[]): readonly BroadcastTransaction[] =>
  (Array.isArray(sent) ? sent : [sent]).map((each) => transaction(each as Json));

/** Reads the parameters of `starknet_call`. Throws -32602. */
export const readCallParams = (params: Json): { readonly request: CallRequest; readonly blockId: BlockId } =>
  callParams(params);
