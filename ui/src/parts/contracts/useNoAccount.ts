import { selectorOfName } from '../../../../src/abi/selector.ts';
import { useTitle } from '../../data/chain/names.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { useStore } from '../../data/stores/store.ts';
import { canonicalHex, isHex } from '../../data/text/hex.ts';
import { isNotFound } from '../messages/messages.tsx';
import { safeName, shortHash } from '../values/format.ts';
import { typedAddress } from './typedAddress.ts';

/** Why nothing can be sent from an address: it has no contract, or one that is no account. Undefined if it can, or if nobody knows yet. */
export function useNoAccount(chosen: string): string | undefined {
  const address = useStore(typedAddress) === chosen ? '' : chosen;
  const contract_address = isHex(address) ? canonicalHex(address) : undefined;
  const { data: class_hash, error } = useQuery(
    'chain_getClassHashAt',
    contract_address && { block_id: 'pre_confirmed', contract_address },
  );
  const { data } = useQuery('chain_getClass', class_hash && { block_id: 'pre_confirmed', class_hash }, 'fixed');
  const name = useTitle(address);
  if (isNotFound(error)) return 'There is no contract at this address, so nothing can be sent from it.';
  if (!data) return undefined;
  const execute: bigint = selectorOfName('__execute__');
  if (data.entry_points_by_type.EXTERNAL.some(({ selector }) => BigInt(selector) === execute)) return undefined;
  return `${safeName(name ?? shortHash(address), 60)} is no account and cannot send: its class has no function __execute__.`;
}
