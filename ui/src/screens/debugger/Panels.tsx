import { shortPath } from '../../data/explanations/sourceView.ts';
import { type CallNames, useCallNames } from '../../parts/explanations/callName.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { safeLine, safeName } from '../../parts/values/format.ts';
import { NamedText } from '../../parts/values/NamedText.tsx';
import { DebugValue } from './DebugValue.tsx';
import type { View, WrittenThing } from './useDebugger.ts';

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
  const calls = stack.map(callOf);
  const nameOf = useCallNames(calls);
  return (
    <Card title="Stack" isFlush={stack.length > 0}>
      {stack.length === 0 && <p class="muted">No function runs here.</p>}
      <ol class="debug-stack">
        {stack.map((each, i) => (
          <li key={i} class={stack[i - 1] && stack[i - 1]!.call_depth !== each.call_depth ? 'contract' : undefined}>
            <button type="button" aria-pressed={i === frame} title={safeLine(each.call)} onClick={() => onShow(i)}>
              <b>{nameOf(calls[i]!)}</b>
              <span class="muted">{placeOf(each)}</span>
            </button>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** A running function as a call is named. */
function callOf({ function_name, contract_name, contract_address, line }: Frame): CallNames {
  const name = function_name === null ? `statement ${line}` : shortPath(function_name).split('::').at(-1)!;
  return { contract_name, contract_address, function_name: name, selector: null };
}

const placeOf = ({ file, line }: Frame): string =>
  file === null ? `Sierra ${line}` : safeLine(`${file.split(/[/\\]/).at(-1)}:${line}`);

/** The variables of the shown function. */
export function VariablesPanel({ view, frame, onWrite }: Omit<StackProps, 'onShow'> & { readonly onWrite: OnWrite }) {
  const { locals, stack } = view;
  const of = stack[frame]?.contract_address;
  return (
    <Card title="Variables">
      {locals.length === 0 ? (
        <p class="muted">None has a value here.</p>
      ) : (
        <ul class="debug-values">
          {locals.map((each) => (
            <VariableRow key={each.name} variable={each} of={of} path={each.name} onWrite={onWrite} />
          ))}
        </ul>
      )}
      {locals.some(({ name }) => /^\[\d+\]$/.test(name)) && (
        <p class="muted">
          The class has no names of variables. Scarb 2.15 writes them with <code>add-functions-debug-info = true</code>.
        </p>
      )}
    </Card>
  );
}

interface VariableProps {
  readonly variable: Variable;
  /** The contract whose function has it. */
  readonly of?: string | undefined;
  /** Leads to it from the variables of the function; undefined if it is not one that was written. */
  readonly path?: string;
  readonly onWrite: OnWrite;
}

/** A variable, its value and members, and the way to the line that gave it the value. */
export function VariableRow({ variable, of, path, onWrite }: VariableProps) {
  const { name, type, value, members } = variable;
  const row = (
    <>
      <span class="name" title={safeLine(type)}>
        {safeName(name, 80)}
      </span>
      <code title={safeLine(value)}>
        <DebugValue text={value} type={type} name={name} of={of} />
      </code>
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
            <VariableRow key={each.name} variable={each} of={of} onWrite={onWrite} />
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
    title={`Go back to the line that gave ${what} this value`}
    aria-label={`Go to what wrote ${what}`}
    onClick={onClick}
  >
    ↶
  </button>
);

/** The contract of a cell, named as that of a call. */
const cellOf = ({ contract_name, contract_address }: View['storage'][number]): CallNames => ({
  contract_name,
  contract_address,
  function_name: '',
  selector: null,
});

/** What the transaction has written so far. */
export function StoragePanel({ view: { storage }, onWrite }: { readonly view: View; readonly onWrite: OnWrite }) {
  const nameOf = useCallNames(storage.map(cellOf));
  return (
    <Card title="Storage">
      {storage.length === 0 ? (
        <p class="muted">Nothing is changed yet.</p>
      ) : (
        <ul class="debug-values">
          {storage.map((cell) => {
            const { contract_address, path, before, after } = cell;
            return (
              <li key={`${contract_address} ${path}`}>
                <span class="cell-change">
                  <span class="name" title={safeLine(path)}>
                    {nameOf(cellOf(cell))}
                    <NamedText text={path} max={200} />
                  </span>
                  <code>
                    <s class="muted">
                      <DebugValue text={before} name={path} of={contract_address} />
                    </s>{' '}
                    <span>
                      <DebugValue text={after} name={path} of={contract_address} was={before} />
                    </span>
                  </code>
                </span>
                <OriginButton
                  what={safeName(path, 80)}
                  onClick={() => onWrite({ cell: `${contract_address}.${path}` })}
                />
              </li>
            );
          })}
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
                <code>
                  <NamedText text={text.trim()} max={300} />
                </code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
