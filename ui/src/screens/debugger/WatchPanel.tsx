import { useState } from 'preact/hooks';
import { Card } from '../../parts/layout/Card.tsx';
import { CloseIcon } from '../../parts/layout/icons.tsx';
import { safeName } from '../../parts/values/format.ts';
import { VariableRow } from './Panels.tsx';
import type { View } from './useDebugger.ts';
import { addWatch, removeWatch } from './watches.ts';

/** Expressions whose values are shown at every moment. */
export function WatchPanel({ view: { watches } }: { readonly view: View }) {
  const [text, setText] = useState('');
  const add = (event: Event) => {
    event.preventDefault();
    addWatch(text);
    setText('');
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
                <span class="value">
                  <span class="name">{safeName(watch.name, 80)}</span>
                  <span class="muted">{safeName(watch.fault, 200)}</span>
                </span>
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
      <form class="debug-add" onSubmit={add}>
        <input
          class="input mono"
          aria-label="Expression to watch"
          placeholder="order.amount > 5"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button small" disabled={text.trim() === ''}>
          Watch
        </button>
      </form>
    </Card>
  );
}
