import { useState } from 'preact/hooks';
import { fullName, type MethodEntry } from '../../data/methods/methodEntry.ts';
import { methods } from '../../data/methods/methods.generated.ts';
import { dialect } from '../../data/stores/dialect.ts';
import { useStore } from '../../data/stores/store.ts';
import { Field } from '../../parts/forms/Field.tsx';
import { Empty } from '../../parts/messages/messages.tsx';
import { MethodForm } from '../../parts/methods/MethodForm.tsx';

const controls = methods.filter(({ group, kind }) => group === 'sandbox' && kind !== 'subscription');

/** The methods that have all words of a text in their names or summaries. */
function matching(text: string): readonly MethodEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return controls.filter(({ name, summary }) => {
    const searched = `${name} ${summary}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** Every method of the sandbox as a form, in the sections of the documentation. */
export default function ControlsScreen() {
  const [text, setText] = useState('');
  const found = matching(text);
  const sections = [...new Set(found.map(({ section }) => section ?? 'Others'))];
  return (
    <div class="stack">
      <h1>Controls</h1>
      <Field label="Find a control" value={text} onChange={setText} placeholder="mint, time, impersonate …" />
      {found.length === 0 && <Empty title="No method has these words" />}
      {sections.map((section) => (
        <section key={section} class="stack" aria-label={section}>
          <h2>{section}</h2>
          <ul class="forms">
            {found
              .filter((method) => (method.section ?? 'Others') === section)
              .map((method) => (
                <li key={method.name}>
                  <Control method={method} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A method; its form is made when it is opened. */
function Control({ method }: { readonly method: MethodEntry }) {
  const names = useStore(dialect);
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="function" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{fullName(method, names)}</b> <span class="muted">{method.summary}</span>
      </summary>
      <div class="body">{isOpen && <MethodForm method={method} />}</div>
    </details>
  );
}
