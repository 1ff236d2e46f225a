import type { Block, PlacedTransaction } from '../../chain/value/block.ts';
import type { BlockName, ChainEvent } from '../../chain/value/event.ts';
import type { QueuedTransaction } from '../../chain/value/queued.ts';
import type { Hex } from '../format/hex.ts';

/** Something that subscribers can be notified of. */
export type Notice =
  | { readonly kind: 'head'; readonly block: Block }
  | { readonly kind: 'transaction'; readonly transaction: PlacedTransaction }
  | { readonly kind: 'status'; readonly transaction: PlacedTransaction }
  /** It is in no block: it came to the mempool, or was selected there. */
  | { readonly kind: 'queued'; readonly transaction: QueuedTransaction }
  | { readonly kind: 'receipt'; readonly transaction: PlacedTransaction }
  | { readonly kind: 'event'; readonly transaction: PlacedTransaction; readonly eventIndex: number }
  | { readonly kind: 'reorg'; readonly first: BlockName; readonly last: BlockName }
  | { readonly kind: 'rebuild'; readonly rebuild: RebuildNotification }
  | { readonly kind: 'faults'; readonly faults: FaultNotification };

/** Faults happened, or other rules are in force. */
export interface FaultNotification {
  /** How many rules are in force. */
  readonly rules: number;
  /** How many faults have happened since the rules were set. */
  readonly total: number;
}

/** A class that was built again, and what that changed on the chain. */
export interface RebuildNotification {
  readonly contract_name: string;
  readonly class_hash: Hex;
  /** The contracts that run the class from now on. */
  readonly contracts: readonly { readonly contract_address: Hex; readonly earlier_class_hash: Hex }[];
  /** What changed in the storage layout, as far as names and types are known. */
  readonly storage: {
    readonly added: readonly { readonly name: string; readonly type: string | null }[];
    readonly removed: readonly { readonly name: string; readonly type: string | null }[];
    readonly changed: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  };
  /** Whether the constructor has other parameters. It does not run again. */
  readonly is_constructor_changed: boolean;
  /** Whether the network would refuse the class because of its size. */
  readonly is_too_large: boolean;
}

/** The notices of a change of the chain, in order. */
export function* noticesOf(event: ChainEvent): Generator<Notice> {
  switch (event.kind) {
    case 'preConfirmed':
      for (const transaction of event.transactions) {
        yield { kind: 'status', transaction };
        yield { kind: 'transaction', transaction };
        yield { kind: 'receipt', transaction };
        yield* eventNotices(transaction);
      }
      return;
    case 'queued':
      for (const transaction of event.transactions) yield { kind: 'queued', transaction };
      return;
    case 'block':
      yield { kind: 'head', block: event.block };
      for (const transaction of event.transactions) {
        yield { kind: 'transaction', transaction };
        yield { kind: 'status', transaction };
        yield { kind: 'receipt', transaction };
      }
      for (const transaction of event.transactions) yield* eventNotices(transaction);
      return;
    case 'reorg':
      yield { kind: 'reorg', first: event.first, last: event.last };
      return;
    case 'status':
      for (const transaction of event.transactions) yield { kind: 'status', transaction };
      return;
    case 'dropped':
    case 'reset':
      return;
  }
}

/** The events of one transaction. */
export function* eventNotices(transaction: PlacedTransaction): Generator<Extract<Notice, { kind: 'event' }>> {
  for (let eventIndex = 0; eventIndex < transaction.receipt.events.length; eventIndex++)
    yield { kind: 'event', transaction, eventIndex };
}
