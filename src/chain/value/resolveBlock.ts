import { formatFelt } from '../../felt/felt.ts';
import { ChainError, failed } from '../../protocol/chainError.ts';
import { hint, message, worded } from '../../protocol/message.ts';
import type { State } from '../../state/state.ts';
import type { BlockId } from './blockId.ts';
import type { ChainValue } from './chainValue.ts';
import { type BlockRecord, numberOf, recordOf } from './history.ts';
import type { PastStates } from './pastStates.ts';

/** A resolved block id: the open block or a sealed one. */
export type Resolved = { readonly kind: 'open' } | { readonly kind: 'sealed'; readonly record: BlockRecord };

/** Finds the block of an id. Throws blockNotFound. */
export function resolve(value: ChainValue, id: BlockId): Resolved {
  if (id === 'open') return { kind: 'open' };
  const number = numberOfId(value, id);
  const record = number === undefined ? undefined : recordOf(value.history, number);
  if (!record) throw new ChainError('blockNotFound');
  return { kind: 'sealed', record };
}

function numberOfId(value: ChainValue, id: Exclude<BlockId, 'open'>): number | undefined {
  if (id === 'latest') return value.open.number - 1;
  if (id === 'l1Accepted') return value.l1AcceptedNumber;
  return 'number' in id ? id.number : numberOf(value.history, id.hash);
}

/** The number of a sealed local block, for controls that have their own error messages. */
export function localNumber(value: ChainValue, id: BlockId): number {
  const number = id === 'open' ? undefined : numberOfId(value, id);
  if (number === undefined || !recordOf(value.history, number)) throw failed('No block found');
  return number;
}

/**
 * The state after a block that an id was resolved to. `latest` already holds what opening the next block wrote, since contracts called there
 * see that block. Without the archive only the newest state is shown.
 */
export function stateOf(
  value: ChainValue,
  id: BlockId,
  resolved: Resolved,
  archive: 'none' | 'full',
  past: PastStates,
): State {
  if (resolved.kind === 'open') return value.open.state;
  const { number } = resolved.record.block;
  if (id === 'latest') return value.open.initial;
  if (number === value.open.number - 1) return archive === 'full' ? value.history.state : value.open.initial;
  if (archive === 'none')
    throw failed(message`No state at block ${describeId(id)}; consider running with ${hint('fullArchive')}`);
  return past.after(value.history, number);
}

function describeId(id: BlockId): ReturnType<typeof worded> {
  // No other tag names a block before the newest.
  if (typeof id === 'string') return worded('Tag(L1Accepted)', 'that L1 accepted last');
  if ('number' in id) return worded(`Number(${id.number})`, String(id.number));
  return worded(`Hash(${formatFelt(id.hash)})`, formatFelt(id.hash));
}
