import { useEffect } from 'preact/hooks';
import { useNode, useQuery } from '../data/node/hooks.ts';
import { ActionButton } from '../parts/forms/ActionButton.tsx';
import { tell, tellFailure } from '../parts/messages/Toasts.tsx';
import { counted, safeLine } from '../parts/values/format.ts';

/** Says above every screen that faults are in force, so that nobody looks for them in their own code. */
export function FaultBar() {
  const node = useNode();
  useEffect(() => node.connection.subscribe('sandbox_subscribeFaults', {}, () => node.changed()), [node]);
  const faults = useQuery('sandbox_getFaults', {}).data;
  if (!faults || faults.rules.length === 0) return null;
  const end = () =>
    node.change('sandbox_setFaults', { rules: [] }).then(() => tell('There are no faults any more'), tellFailure);
  return (
    <section class="notice-bar fault-bar" aria-label="Faults in force">
      <details>
        <summary>
          <strong>Faults are in force:</strong> {counted(faults.rules.length, 'rule disturbs', 'rules disturb')} clients
          of this node, {counted(faults.total, 'fault')} so far
        </summary>
        <ul>
          {faults.rules.map(({ text, injected }, i) => (
            <li key={i}>
              {safeLine(text)} <span class="badge">{counted(injected, 'time')}</span>
            </li>
          ))}
        </ul>
      </details>
      <ActionButton method="sandbox_setFaults" class="button small" onClick={end}>
        End the faults
      </ActionButton>
    </section>
  );
}
