import { useState } from 'preact/hooks';
import { useNode } from '../../data/node/hooks.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { Choice, Field } from '../../parts/forms/Field.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import type { Mempool } from './queue.ts';

type Config = Mempool['config'];

const ORDERINGS = [
  { value: 'fifo', name: 'by arrival (fifo)' },
  { value: 'starknet', name: 'by tip, as the network (starknet)' },
  { value: 'random', name: 'at random, from a seed' },
] as const;

const RULES = [
  { value: 'none', name: 'none' },
  { value: 'network', name: 'those of the networks' },
] as const;

const isNumber = (text: string): boolean => /^\d{1,20}$/.test(text);
const wrongNumber = (text: string) => (isNumber(text) ? undefined : 'This is not a whole number.');

/** How transactions are selected. What was not changed here follows the node. */
export function SelectionForm({ config }: { readonly config: Config }) {
  const node = useNode();
  const [ordering, setOrdering] = useState<Config['ordering']>();
  const [rules, setRules] = useState<Config['rules']>();
  const [room, setRoom] = useState<string>();
  const [seed, setSeed] = useState<string>();
  const shown = {
    ordering: ordering ?? config.ordering,
    rules: rules ?? config.rules,
    room: room ?? String(config.max_transactions_per_block),
    seed: seed ?? String(config.random_seed),
  };
  const isChanged = [ordering, rules, room, seed].some((value) => value !== undefined);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const params = {
      ordering: shown.ordering,
      rules: shown.rules,
      max_transactions_per_block: BigInt(shown.room),
      random_seed: BigInt(shown.seed),
    };
    node.change('sandbox_setMempoolConfig', params).then(() => {
      for (const forget of [setOrdering, setRules, setRoom, setSeed]) forget(undefined);
      tell('The next selections follow this');
    }, tellFailure);
  };
  return (
    <form class="stack" onSubmit={save}>
      <div class="form-row">
        <Choice label="Order" value={shown.ordering} options={ORDERINGS} onChange={setOrdering} />
        <Field label="Room of a block" value={shown.room} onChange={setRoom} wrong={wrongNumber(shown.room)} />
        <Field label="Seed of the random order" value={shown.seed} onChange={setSeed} wrong={wrongNumber(shown.seed)} />
        <Choice label="Rules" value={shown.rules} options={RULES} onChange={setRules} />
      </div>
      <div>
        <ActionButton
          method="sandbox_setMempoolConfig"
          type="submit"
          class="button"
          disabled={!isChanged || !isNumber(shown.room) || !isNumber(shown.seed)}
        >
          Save
        </ActionButton>
      </div>
    </form>
  );
}
