import { useState } from 'preact/hooks';
import { useNode } from '../../data/node/hooks.ts';
import { cellRule } from '../../data/watch/cellRule.ts';
import { addRule } from '../../data/watch/watchRules.ts';
import { Field } from '../../parts/forms/Field.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Failure } from '../../parts/messages/messages.tsx';
import { tell } from '../../parts/messages/Toasts.tsx';

/** Watches a cell by the name of its contract and its own. */
export function CellForm() {
  const node = useNode();
  const [contract, setContract] = useState('');
  const [cell, setCell] = useState('');
  const [error, setError] = useState<Error>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    try {
      addRule(await cellRule(node, contract, cell));
      tell('This page watches it, and stops when it happens.');
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <Card title="Watch a cell">
      <form class="stack" aria-label="Watch a cell" onSubmit={submit}>
        <Field label="Contract" value={contract} placeholder="0x… or a name" onChange={setContract} />
        <Field label="Variable" value={cell} placeholder="total, balances[account 1] or a key" onChange={setCell} />
        {error && <Failure error={error} />}
        <div>
          <button type="submit" class="button" disabled={contract.trim() === '' || cell.trim() === ''}>
            Stop when it changes
          </button>
        </div>
      </form>
    </Card>
  );
}
