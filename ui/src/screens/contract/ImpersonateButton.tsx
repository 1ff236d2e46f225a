import { useNode, useQuery } from '../../data/node/hooks.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { tellFailure } from '../../parts/messages/Toasts.tsx';

/** Lets everybody send as an account without its key, or ends that. */
export function ImpersonateButton({ address }: { readonly address: string }) {
  const node = useNode();
  const { data } = useQuery('sandbox_getStatus', {});
  if (!data || data.auto_impersonate) return null;
  const isOn = data.impersonated_accounts.some((account) => BigInt(account) === BigInt(address));
  const method = isOn ? 'sandbox_stopImpersonateAccount' : 'sandbox_impersonateAccount';
  const change = () => void node.change(method, { account_address: address }).catch(tellFailure);
  return (
    <ActionButton method={method} class="button small" onClick={change}>
      {isOn ? 'Stop impersonating' : 'Impersonate'}
    </ActionButton>
  );
}
