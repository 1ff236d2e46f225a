import { useQuery } from '../../data/node/hooks.ts';
import { labels } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import type { Suggestion } from '../forms/Field.tsx';
import { safeName } from '../values/format.ts';

const MOST_CONTRACTS = 200;
const MOST_ACCOUNTS = 50;

/** Addresses with names, for fields that take an address. Nothing is asked for before `isWanted`. */
export function useAddresses(isWanted: boolean): readonly Suggestion[] {
  const own = useStore(labels);
  const { data: accounts = [] } = useQuery('sandbox_getPredeployedAccounts', isWanted ? {} : undefined, 'fixed');
  const { data: found } = useQuery('sandbox_getContracts', isWanted ? { limit: MOST_CONTRACTS } : undefined);
  if (!isWanted) return [];
  // The later name of an address is the better one.
  const named = new Map<string, string>();
  for (const { contract_address, contract_name } of found?.contracts ?? [])
    named.set(contract_address, contract_name ?? 'contract');
  for (const [i, { address }] of accounts.slice(0, MOST_ACCOUNTS).entries()) named.set(address, `account ${i}`);
  for (const [address, label] of own) named.set(address, label);
  return [...named].map(([value, name]) => ({ value, name: safeName(name, 60) }));
}
