import { useId } from 'preact/hooks';
import { useQuery } from '../data/hooks.ts';
import { shortHash } from './format.ts';

interface Props {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (address: string) => void;
}

/** Chooses who sends: a predeployed account, or any other address, which is impersonated for the transaction. */
export function AccountChoice({ label = 'From', value, onChange }: Props) {
  const id = useId();
  const { data: accounts = [] } = useQuery('sandbox_getPredeployedAccounts', {}, 'fixed');
  const isOwn = value === '' || accounts.some(({ address }) => address === value);
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
        aria-describedby={`${id}-hint`}
        onInput={(event) => onChange(event.currentTarget.value.trim())}
      />
      <datalist id={`${id}-accounts`}>
        {accounts.slice(0, 50).map(({ address }, i) => (
          <option key={address} value={address}>
            account {i}
          </option>
        ))}
      </datalist>
      <span class="hint" id={`${id}-hint`}>
        {isOwn ? 'Signed in this page with the key of a predeployed account.' : 'Impersonated for this transaction.'}
      </span>
    </div>
  );
}

/** The address that an empty choice means: the first predeployed account. */
export function useSender(chosen: string): string | undefined {
  const { data } = useQuery('sandbox_getPredeployedAccounts', {}, 'fixed');
  return chosen === '' ? data?.[0]?.address : chosen;
}
