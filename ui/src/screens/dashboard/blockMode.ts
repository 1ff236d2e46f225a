// When blocks are made: in words, and as the fields of a form.
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { readWhole } from '../../data/contracts/values.ts';
import { duration } from '../../parts/values/format.ts';

export type BlockMode = RpcResult<'sandbox_getOverview'>['block_generation_on'];

const MODES = {
  transaction: 'a block per transaction',
  demand: 'blocks on demand',
  mempool: 'transactions wait in the mempool',
} as const;

/** When blocks are made, in words. */
export const modeText = (mode: BlockMode): string =>
  typeof mode === 'object'
    ? `a block every ${duration('interval' in mode ? mode.interval : mode.mempool)}`
    : MODES[mode];

/** A mode as it is chosen. */
export interface ModeDraft {
  readonly kind: 'transaction' | 'demand' | 'interval' | 'mempool';
  readonly seconds: string;
}

export function draftOf(mode: BlockMode): ModeDraft {
  if (typeof mode !== 'object') return { kind: mode, seconds: '' };
  return 'interval' in mode
    ? { kind: 'interval', seconds: String(mode.interval) }
    : { kind: 'mempool', seconds: String(mode.mempool) };
}

/** The mode as a request has it; undefined if the seconds are none. A mempool needs none: then somebody makes each block. */
export function modeOf({ kind, seconds }: ModeDraft): string | number | undefined {
  if (kind === 'transaction' || kind === 'demand' || (kind === 'mempool' && seconds.trim() === '')) return kind;
  const number = Number(readWhole(seconds));
  if (seconds.trim() === '' || !(number >= 1 && number <= 2_000_000)) return undefined;
  return kind === 'interval' ? number : `mempool:${number}`;
}
