import type { Block, PlacedTransaction } from '../../chain/value/block.ts';
import type { BlockName, ChainEvent } from '../../chain/value/event.ts';

/** Something that subscribers can be notified of. */
export type Notice =
  | { readonly kind: 'head'; readonly block: Block }
  | { readonly kind: 'transaction'; readonly transaction: PlacedTransaction }
  | { readonly kind: 'status'; readonly transaction: PlacedTransaction }
  | { readonly kind: 'receipt'; readonly transaction: PlacedTransaction }
  | { readonly kind: 'event'; readonly transaction: PlacedTransaction; readonly eventIndex: number }
  | { readonly kind: 'reorg'; readonly first: BlockName; readonly last: BlockName };

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
    case 'reset':
      return;
  }
}

/** The events of one transaction. */
export function* eventNotices(transaction: PlacedTransaction): Generator<Extract<Notice, { kind: 'event' }>> {
  for (let eventIndex = 0; eventIndex < transaction.receipt.events.length; eventIndex++)
    yield { kind: 'event', transaction, eventIndex };
}
