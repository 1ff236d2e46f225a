import { useId, useRef, useState } from 'preact/hooks';
import { conditionFault } from '../../../../src/tools/debug/evaluate.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { CloseIcon } from '../../parts/layout/icons.tsx';
import { safeName } from '../../parts/values/format.ts';
import { VariableRow } from './Panels.tsx';
import type { View } from './useDebugger.ts';
import { addWatch, removeWatch, replaceWatch } from './watches.ts';

type Watch = View['watches'][number];

/** Expressions whose values are shown at every moment. */
export function WatchPanel({ view: { watches } }: { readonly view: View }) {
  const [text, setText] = useState('');
  /** The expression that is being corrected, until the field is emptied or nobody watches it any more. */
  const [chosen, setCorrected] = useState<string>();
  const corrected = watches.find(({ name }) => name === chosen)?.name;
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const submit = (event: Event) => {
    event.preventDefault();
    if (corrected === undefined) addWatch(text);
    else replaceWatch(corrected, text);
    setText('');
    setCorrected(undefined);
  };
  const correct = (expression: string) => {
    setText(expression);
    setCorrected(expression);
    input.current?.focus();
  };
  return (
    <Card title="Watch">
      {watches.length > 0 && (
        <ul class="debug-values debug-watches">
          {watches.map((watch) => (
            <li key={watch.name}>
              {watch.fault === null ? (
                <ul class="debug-values">
                  <VariableRow variable={watch} onWrite={() => {}} />
                </ul>
              ) : (
                <Refused watch={watch} fault={watch.fault} onCorrect={() => correct(watch.name)} />
              )}
              <button
                type="button"
                class="button plain icon small"
                aria-label={`Stop watching ${safeName(watch.name, 80)}`}
                onClick={() => removeWatch(watch.name)}
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form class="debug-add" onSubmit={submit}>
        <input
          ref={input}
          class="input mono"
          aria-label="Expression to watch"
          aria-describedby={hint}
          placeholder="amount, list[0], amount > 5"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value === '') setCorrected(undefined);
          }}
        />
        <button type="submit" class="button small" disabled={text.trim() === ''}>
          {corrected === undefined ? 'Watch' : 'Correct'}
        </button>
        <span id={hint} class="hint muted">
          A variable, a member, an index, or a comparison with ==, !=, &lt;, &lt;=, &gt; or &gt;=. There is no
          arithmetic.
        </span>
      </form>
    </Card>
  );
}

interface RefusedProps {
  readonly watch: Watch;
  readonly fault: string;
  readonly onCorrect: () => void;
}

/** An expression without a value: red if it never has one, and muted if it only has none here. */
function Refused({ watch: { name }, fault, onCorrect }: RefusedProps) {
  const isWrong = conditionFault(name) !== undefined;
  return (
    <span class="value">
      <button type="button" class="link" title="Correct this expression" onClick={onCorrect}>
        {safeName(name, 80)}
      </button>
      <span class={isWrong ? 'wrong' : 'muted'}>{safeName(fault, 300)}</span>
    </span>
  );
}
