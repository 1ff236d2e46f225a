import { useId, useState } from 'preact/hooks';
import { exchange } from '../../data/methods/exchange.ts';
import { fullName } from '../../data/methods/methodEntry.ts';
import { methods } from '../../data/methods/methods.generated.ts';
import { template } from '../../data/methods/parameters.ts';
import type { Exchange } from '../../data/methods/snippets.ts';
import { useNode } from '../../data/node/hooks.ts';
import { dialect } from '../../data/stores/dialect.ts';
import { useStore } from '../../data/stores/store.ts';
import { Field } from '../../parts/forms/Field.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { ExchangeView } from '../../parts/methods/ExchangeView.tsx';
import { safeName } from '../../parts/values/format.ts';
import { readJson } from '../../transport/jsonRpc.ts';
import { MethodHelp } from './MethodHelp.tsx';

/** The most exchanges that are shown. */
const MOST_KEPT = 20;

const callable = methods.filter(({ kind }) => kind !== 'subscription');
const methodOf = (text: string) =>
  callable.find((method) => fullName(method, 'starknet') === text || fullName(method, 'neutral') === text);

/** What is wrong with a text of parameters; undefined if nothing is. */
function faultOf(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value = readJson(text);
    return typeof value === 'object' && value !== null ? undefined : 'Parameters are an object or a list.';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Makes any request, with completion and documentation of the methods. */
export default function ConsoleScreen() {
  const node = useNode();
  const names = useStore(dialect);
  const list = useId();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [kept, setKept] = useState<readonly (Exchange & { readonly id: number })[]>([]);
  const method = methodOf(name);
  const fault = faultOf(text);
  const choose = (chosen: string) => {
    setName(chosen);
    const found = methodOf(chosen);
    // Only a template is replaced, no text that somebody typed.
    if (found && (text.trim() === '' || callable.some((each) => written(template(each)) === text)))
      setText(written(template(found)));
  };
  const run = async () => {
    if (name === '' || fault || isRunning) return;
    setRunning(true);
    const params = text.trim() === '' ? undefined : (readJson(text) as object);
    const done = await exchange(node, name, params, method?.kind !== 'read');
    setKept((all) => [{ ...done, id: (all[0]?.id ?? 0) + 1 }, ...all].slice(0, MOST_KEPT));
    setRunning(false);
  };
  return (
    <div class="stack">
      <h1>Console</h1>
      <div class="columns">
        <Card title="Request">
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              run();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              run();
            }}
          >
            <div class="field">
              <label for={`${list}-name`}>Method</label>
              <input
                id={`${list}-name`}
                class="input mono"
                list={list}
                value={name}
                spellcheck={false}
                autocomplete="off"
                placeholder="type to complete"
                onInput={(event) => choose(event.currentTarget.value.trim())}
              />
              <datalist id={list}>
                {callable.map((each) => (
                  <option key={fullName(each, names)} value={fullName(each, names)}>
                    {each.summary}
                  </option>
                ))}
              </datalist>
            </div>
            <Field
              label="Parameters"
              value={text}
              onChange={setText}
              isLong
              hint="JSON: an object, or a list in the order of the documentation. Ctrl Enter runs it."
              wrong={fault}
            />
            <div class="row">
              <button type="submit" class="button primary" disabled={name === '' || fault !== undefined || isRunning}>
                {isRunning ? 'Running…' : 'Run'}
              </button>
              {method && (
                <button type="button" class="button" onClick={() => setText(written(template(method)))}>
                  Begin with an example
                </button>
              )}
            </div>
          </form>
        </Card>
        <Card title="Documentation">
          <MethodHelp method={method} />
        </Card>
      </div>
      {kept.map((one) => (
        <Card key={one.id} title={safeName(one.method)}>
          <ExchangeView exchange={one} />
        </Card>
      ))}
    </div>
  );
}

const written = (params: object): string => JSON.stringify(params, undefined, 2);
