import { useEffect, useState } from 'preact/hooks';
import { fullName, type MethodEntry } from '../../data/methods/methodEntry.ts';
import { methods } from '../../data/methods/methods.generated.ts';
import { dialect } from '../../data/stores/dialect.ts';
import { useStore } from '../../data/stores/store.ts';
import { Field } from '../../parts/forms/Field.tsx';
import { Empty } from '../../parts/messages/messages.tsx';
import { MethodForm } from '../../parts/methods/MethodForm.tsx';
import { href, useLocation } from '../../routing/router.ts';
import { findControls } from './findControls.ts';

const controls = methods.filter(({ group, kind }) => group === 'sandbox' && kind !== 'subscription');
const sectionOf = ({ section = 'Others' }: MethodEntry): string => section;

/** Every method of the sandbox as a form, in the sections of the documentation. */
export default function ControlsScreen() {
  const [text, setText] = useState('');
  const location = useLocation();
  const chosen = location.query.get('section');
  // Also when a link leads to the section of the address again.
  useEffect(() => {
    if (chosen !== null) show(chosen);
  }, [location]);
  const found = findControls(controls, text);
  const sections = [...new Set(found.map(sectionOf))];
  return (
    <div class="stack">
      <h1>Controls</h1>
      <Field label="Find a control" value={text} onChange={setText} placeholder="mint, time, impersonate …" />
      {sections.length > 1 && (
        <nav class="row" aria-label="Sections">
          {sections.map((section) => (
            <a
              key={section}
              class="button small"
              href={href(`/controls?${new URLSearchParams({ section })}`)}
              aria-current={section === chosen ? 'true' : undefined}
            >
              {section}
            </a>
          ))}
        </nav>
      )}
      {found.length === 0 && <Empty title="No method has these words" />}
      {sections.map((section) => (
        <Section key={section} name={section} controls={found.filter((method) => sectionOf(method) === section)} />
      ))}
    </div>
  );
}

const idOf = (section: string): string => `section-${section.replace(/\W+/g, '-')}`;

/** Opens a section and brings it into view. */
function show(section: string): void {
  const element = document.getElementById(idOf(section)) as HTMLDetailsElement | null;
  if (!element) return;
  element.open = true;
  element.scrollIntoView();
}

interface SectionProps {
  readonly name: string;
  readonly controls: readonly MethodEntry[];
}

/** The methods of a section, which can be folded. */
function Section({ name, controls }: SectionProps) {
  return (
    <details class="controls" id={idOf(name)} open>
      <summary>
        <h2>{name}</h2> <span class="muted">{controls.length}</span>
      </summary>
      <ul class="forms">
        {controls.map((method) => (
          <li key={method.name}>
            <Control method={method} />
          </li>
        ))}
      </ul>
    </details>
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
