import { useQuery } from '../../data/node/hooks.ts';
import { useRefusals } from '../../data/node/refusals.ts';
import { isHex } from '../../data/text/hex.ts';
import { shortHash } from '../values/format.ts';
import { AddressField } from './AddressField.tsx';
import { useNoAccount } from './useNoAccount.ts';

interface Props {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (address: string) => void;
}

/** Chooses who sends: a predeployed account, or any other address, which is impersonated for the transaction. */
export function AccountChoice({ label = 'From', value, onChange }: Props) {
  const { data: accounts = [] } = useQuery('sandbox_getPredeployedAccounts', {}, 'fixed');
  const own = value === '' ? 0 : placeAmong(value, accounts);
  const note = !isAddressOrEmpty(value)
    ? 'A name is read when you leave the field.'
    : own >= 0
      ? `Signed in this page with the key of account ${own}.`
      : 'Impersonated for this transaction.';
  return (
    <AddressField
      label={label}
      value={value}
      placeholder={accounts[0] ? `${shortHash(accounts[0].address)} (account 0)` : '0x…'}
      note={note}
      wrong={useSendRefusal(value)}
      onChange={onChange}
    />
  );
}

const isAddressOrEmpty = (text: string): boolean => text === '' || isHex(text);

/** The place of an address in a list of accounts, or -1; it may be typed in capitals or with zeros in front. */
const placeAmong = (address: string, accounts: readonly { readonly address: string }[]): number =>
  isHex(address) ? accounts.findIndex((account) => BigInt(account.address) === BigInt(address)) : -1;

const isAmong = (address: string, accounts: readonly { readonly address: string }[]): boolean =>
  placeAmong(address, accounts) >= 0;

/** Why nobody can send as a choice: it is no account, or the node keeps the keys to itself or refuses to impersonate. */
export function useSendRefusal(chosen: string): string | undefined {
  const refusal = useRefusals();
  const { data: accounts = [] } = useQuery('sandbox_getPredeployedAccounts', {}, 'fixed');
  const { data: status } = useQuery('sandbox_getStatus', {});
  const isPredeployed = isAmong(chosen, accounts);
  const noAccount = useNoAccount(isPredeployed ? '' : chosen);
  if (chosen === '') return refusal('sandbox_getPredeployedAccounts');
  if (noAccount !== undefined) return noAccount;
  const needsNone =
    isPredeployed ||
    status?.auto_impersonate ||
    isAmong(
      chosen,
      (status?.impersonated_accounts ?? []).map((address) => ({ address })),
    );
  return needsNone ? undefined : refusal('sandbox_impersonateAccount');
}

/** The address of a choice, where an empty one means the first predeployed account; undefined if it is not an address. */
export function useSender(chosen: string): string | undefined {
  const { data } = useQuery('sandbox_getPredeployedAccounts', {}, 'fixed');
  if (chosen === '') return data?.[0]?.address;
  return isHex(chosen) ? chosen : undefined;
}
