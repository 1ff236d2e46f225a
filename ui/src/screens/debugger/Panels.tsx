import { shortPath } from '../../data/explanations/sourceView.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { contractText, safeLine, safeName, shortHashesIn } from '../../parts/values/format.ts';
import type { View, WrittenThing } from './useDebugger.ts';
import { valueText } from './valueText.ts';

type Variable = View['locals'][number];
type Frame = View['stack'][number];
type OnWrite = (written: WrittenThing) => void;

interface StackProps {
  readonly view: View;
  readonly frame: number;
  readonly onShow: (frame: number) => void;
}

/** The running functions, innermost first. A click shows the source and the variables of one. */
export function StackPanel({ view: { stack }, frame, onShow }: StackProps) {
  return (
    <Card title="Stack" isFlush>
      <ol class="debug-stack">
        {stack.map((each, i) => (
          <li key={i} class={stack[i - 1] && stack[i - 1]!.call_depth !== each.call_depth ? 'contract' : undefined}>
            <button type="button" aria-pressed={i === frame} title={safeLine(each.call)} onClick={() => onShow(i)}>
              <b>{nameOf(each)}</b>
              <span class="muted">{placeOf(each)}</span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function nameOf({ function_name, contract_name, contract_address, line }: Frame): string {
  const name = function_name === null ? `statement ${line}` : shortPath(function_name);
  const last = name.split('::').at(-1)!;
  return safeName(`${contractText(contract_name, contract_address)}.${last}`, 80);
}

const placeOf = ({ file, line }: Frame): string =>
  file === null ? `Sierra ${line}` : safeLine(`${file.split(/[/\\]/).at(-1)}:${line}`);

/** The variables of the shown function. */
export function VariablesPanel({ view: { locals }, onWrite }: { readonly view: View; readonly onWrite: OnWrite }) {
  return (
    <Card title="Variables">
      {locals.length === 0 ? (
        <p class="muted">None has a value here.</p>
      ) : (
        <ul class="debug-values">
          {locals.map((each) => (
            <VariableRow key={each.name} variable={each} path={each.name} onWrite={onWrite} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface VariableProps {
  readonly variable: Variable;
  /** Leads to it from the variables of the function; undefined if it is not one that was written. */
  readonly path?: string;
  readonly onWrite: OnWrite;
}

/** A variable, its value and members, and the way to the line that gave it the value. */
export function VariableRow({ variable, path, onWrite }: VariableProps) {
  const { name, type, value, members } = variable;
  const row = (
    <>
      <span class="name" title={safeLine(type)}>
        {safeName(name, 80)}
      </span>
      <code title={safeLine(value)}>{shortHashesIn(safeName(valueText(value), 300))}</code>
    </>
  );
  const origin = path !== undefined && (
    <OriginButton what={safeName(path, 80)} onClick={() => onWrite({ variable: path })} />
  );
  if (members.length === 0)
    return (
      <li class="value">
        {row}
        {origin}
      </li>
    );
  return (
    <li class="with-members">
      <details>
        <summary class="value">{row}</summary>
        <ul class="debug-values">
          {members.map((each) => (
            <VariableRow key={each.name} variable={each} onWrite={onWrite} />
          ))}
        </ul>
      </details>
      {origin}
    </li>
  );
}

/** Goes back to where a value comes from. */
export const OriginButton = ({ what, onClick }: { readonly what: string; readonly onClick: () => void }) => (
  <button
    type="button"
    class="origin"
    title={`Where does ${what} come from? Goes back to the line that wrote it.`}
    aria-label={`Go to what wrote ${what}`}
    onClick={onClick}
  >
    ↶
  </button>
);

/** What the transaction has written so far. */
export function StoragePanel({ view: { storage }, onWrite }: { readonly view: View; readonly onWrite: OnWrite }) {
  return (
    <Card title="Storage">
      {storage.length === 0 ? (
        <p class="muted">Nothing is changed yet.</p>
      ) : (
        <ul class="debug-values">
          {storage.map(({ contract_name, contract_address, path, before, after }) => (
            <li key={`${contract_address} ${path}`} class="value">
              <span class="name" title={safeLine(path)}>
                {shortHashesIn(safeName(`${contractText(contract_name, contract_address)}.${path}`, 200))}
              </span>
              <code>
                <s class="muted">{shortHashesIn(safeName(valueText(before), 100))}</s>{' '}
                {shortHashesIn(safeName(valueText(after), 100))}
              </code>
              <OriginButton
                what={safeName(path, 80)}
                onClick={() => onWrite({ cell: contract_name === null ? path : `${contract_name}.${path}` })}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface EventsProps {
  readonly view: View;
  readonly onGoTo: (moment: number) => void;
}

/** The events and prints so far. A click goes to the moment of one. */
export function EventsPanel({ view: { events, prints }, onGoTo }: EventsProps) {
  const facts = [...events, ...prints].sort((a, b) => a.moment - b.moment);
  return (
    <Card title="Events and output">
      {facts.length === 0 ? (
        <p class="muted">None yet.</p>
      ) : (
        <ol class="debug-facts">
          {facts.map(({ text, moment, contract_name }, i) => (
            <li key={i}>
              <button type="button" title={`Go to step ${moment}`} onClick={() => onGoTo(moment)}>
                {contract_name !== null && <span class="muted">{safeName(contract_name, 40)} </span>}
                <code>{shortHashesIn(safeName(text.trim(), 300))}</code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
