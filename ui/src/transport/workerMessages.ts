/**
 * A chain as bytes: a state file, the journal of a chain that began in the playground, as JSON, which is much shorter, or a transaction that
 * was exported with its chain.
 */
export interface ChainBytes {
  readonly kind: 'state' | 'journal' | 'moment';
  readonly bytes: Uint8Array;
}

/** What the page sends to the worker of the playground. A `load` without a chain starts a new chain. */
export type ToWorker =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'load'; readonly id: number; readonly chain: ChainBytes | undefined }
  | { readonly kind: 'save'; readonly id: number; readonly isShort: boolean };

/** What the worker sends back. `open` comes whenever another chain is ready for requests. */
export type FromWorker =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' }
  | { readonly kind: 'done'; readonly id: number; readonly chain: ChainBytes | undefined }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
