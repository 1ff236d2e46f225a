import { useId } from 'preact/hooks';
import { useQuery } from '../../data/node/hooks.ts';
import { useRefusals } from '../../data/node/refusals.ts';
import { isHex } from '../../data/text/hex.ts';
import { shortHash } from '../values/format.ts';
import { useAddressOfName } from './useAddressOfName.ts';

interface Props {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (address: string) => void;
}

/** Chooses who sends: a predeployed account, or any other address, which is impersonated for the transaction. */
export function AccountChoice({ label = 'From', value, onChange }: Props) {
  const id = useId();
  const { data: accounts = [] } = useQuery('sandbox_getPredeployedAccounts', {}, 'fixed');
  const isWrong = value !== '' && !isHex(value);
  const own = value === '' ? 0 : placeAmong(value, accounts);
  const refused = useSendRefusal(value);
  const name = useAddressOfName(onChange);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input mono"
        list={`${id}-accounts`}
        value={value}
        placeholder={accounts[0] ? `${shortHash(accounts[0].address)} (account 0)` : '0x…'}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onInput={(event) => onChange(event.currentTarget.value.trimStart())}
        onChange={(event) => name(event.currentTarget.value)}
      />
      <datalist id={`${id}-accounts`}>
        {accounts.slice(0, 50).map(({ address }, i) => (
          <option key={address} value={address}>
            account {i}
          </option>
        ))}
      </datalist>
      <span class={isWrong ? 'wrong' : 'hint'} id={`${id}-hint`}>
        {isWrong
          ? 'An address begins with 0x. A label or a whole name is read when you leave the field.'
          : refused !== undefined
            ? refused
            : own >= 0
              ? `Signed in this page with the key of account ${own}.`
              : 'Impersonated for this transaction.'}
      </span>
    </div>
  );
}

/** The place of an address in a list of accounts, or -1; it may be typed in capitals or with zeros in front. */
const placeAmong = (address: string, accounts: readonly { readonly address: string }[]): number =>
  isHex(address) ? accounts.findIndex((account) => BigInt(account.address) === BigInt(address)) : -1;

const isAmong = (address: string, accounts: readonly { readonly address: string }[]): boolean =>
  placeAmong(address, accounts) >= 0;

/** Why the node lets nobody send as a choice: it keeps the keys to itself, and refuses to impersonate. */
export function useSendRefusal(chosen: string): string | undefined {
  const refusal = useRefusals();
  const { data: accounts = [] } = useQuery('sandbox_getPredeployedAccounts', {}, 'fixed');
  const { data: status } = useQuery('sandbox_getStatus', {});
  if (chosen === '') return refusal('sandbox_getPredeployedAccounts');
  const needsNone =
    isAmong(chosen, accounts) ||
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
