import type { ChainView } from '../../chain/chainView.ts';
import type { Finality } from '../../chain/value/block.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import type { LocatedEvent } from '../../tools/find/eventSearch.ts';
import { classAbi } from '../../tools/names/classFacts.ts';
import { knownClassOf } from '../../tools/names/knownClass.ts';
import { type EventExplanation, explainEvent } from './explanation.ts';
import { type Hex, hex } from './hex.ts';

/** Longer lists of felts are cut: `getTransactionReceipt` has all of them. */
const MOST_FELTS = 100;

/** An event of a list: where it was emitted, and what is in it. */
export interface FoundEventSummary extends EventExplanation {
  readonly block_number: number;
  readonly transaction_hash: Hex;
  readonly transaction_index: number;
  readonly event_index: number;
  readonly timestamp: number | bigint;
  readonly finality_status: Finality;
  readonly from_address: Hex;
  readonly contract_name: string | null;
}

/** An event for a list, with its name and its members as far as they are known here. */
export function summarizeEvent(
  { transaction, eventIndex, event, abi }: LocatedEvent,
  chain: ChainView,
): FoundEventSummary {
  const known = knownClassOf(chain, event.fromAddress);
  const explained = explainEvent({ abi, keys: event.keys, data: event.data });
  return {
    block_number: transaction.blockNumber,
    transaction_hash: hex(transaction.hash),
    transaction_index: transaction.index,
    event_index: eventIndex,
    timestamp: jsonInteger((transaction.block ?? chain.open).timestamp),
    finality_status: transaction.finality,
    from_address: hex(event.fromAddress),
    contract_name: (known && classAbi(known.definition).contractName?.slice(0, 100)) ?? null,
    ...explained,
    keys: explained.keys.slice(0, MOST_FELTS),
    data: explained.data.slice(0, MOST_FELTS),
  };
}
