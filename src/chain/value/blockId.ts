import type { Felt } from '../../felt/felt.ts';

/** Names a block: the open one, the newest sealed one, the newest one that is accepted on L1, or any by number or hash. */
export type BlockId = 'open' | 'latest' | 'l1Accepted' | { readonly number: number } | { readonly hash: Felt };
