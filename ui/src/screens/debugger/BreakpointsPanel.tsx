import { useId, useState } from 'preact/hooks';
import { Card } from '../../parts/layout/Card.tsx';
import { CloseIcon } from '../../parts/layout/icons.tsx';
import { safeLine } from '../../parts/values/format.ts';
import { type Breakpoint, faultOf, placeText, setCondition, toggleBreakpoint } from './breakpoints.ts';
import type { Debugger } from './useDebugger.ts';

/** The lines that moves stop at, of all files, each with its condition; and what they had to say. */
export function BreakpointsPanel({ debug }: { readonly debug: Debugger }) {
  const { breakpoints, messages } = debug;
  return (
    <Card title="Breakpoints">
      {breakpoints.size === 0 ? (
        <p class="muted">A click on a line number sets one, and so does F9.</p>
      ) : (
        <ul class="debug-breakpoints">
          {[...breakpoints.values()].map((each) => (
            <Row key={placeText(each)} breakpoint={each} onShow={() => debug.showFile(each.file, each.line)} />
          ))}
        </ul>
      )}
      {messages.length > 0 && (
        <ol class="debug-messages" aria-label="Messages of breakpoints">
          {messages.map((message, i) => (
            <li key={i}>{safeLine(message)}</li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Row({ breakpoint, onShow }: { readonly breakpoint: Breakpoint; readonly onShow: () => void }) {
  const { file, line, condition } = breakpoint;
  const name = safeLine(`${file.split(/[/\\]/).at(-1)}:${line}`);
  // What is being typed stays while answers of the node draw the panel again.
  const [text, setText] = useState(condition ?? '');
  const fault = faultOf(breakpoint);
  const id = useId();
  return (
    <li>
      <button type="button" class="link" title={safeLine(placeText(breakpoint))} onClick={onShow}>
        {name}
      </button>
      <input
        class="input mono"
        aria-label={`Stop at ${name} only if`}
        placeholder="always, or amount > 5"
        spellcheck={false}
        autocomplete="off"
        value={text}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          setCondition(breakpoint, value);
        }}
      />
      <button
        type="button"
        class="button plain icon small"
        aria-label={`Remove the breakpoint at ${name}`}
        onClick={() => toggleBreakpoint(file, line)}
      >
        <CloseIcon />
      </button>
      {fault !== undefined && (
        <span id={id} class="wrong" role="status">
          {safeLine(fault)} Until then nothing stops here.
        </span>
      )}
    </li>
  );
}
