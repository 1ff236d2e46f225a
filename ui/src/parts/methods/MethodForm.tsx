import { useState } from 'preact/hooks';
import type { RpcMethod } from '../../../../src/rpc/schema.ts';
import { exchange } from '../../data/methods/exchange.ts';
import { fullName, type MethodEntry, type ParameterEntry } from '../../data/methods/methodEntry.ts';
import {
  isAddressName,
  isAddressType,
  readParameters,
  suggestedWords,
  textOfExample,
  withoutNames,
} from '../../data/methods/parameters.ts';
import type { Exchange } from '../../data/methods/snippets.ts';
import { useNode } from '../../data/node/hooks.ts';
import { dialect } from '../../data/stores/dialect.ts';
import { useStore } from '../../data/stores/store.ts';
import { ADDRESS_HINT, AddressField } from '../contracts/AddressField.tsx';
import { ActionButton, RefusalNote } from '../forms/ActionButton.tsx';
import { Choice, Field } from '../forms/Field.tsx';
import { Failure } from '../messages/messages.tsx';
import { ExchangeView } from './ExchangeView.tsx';

/** A field for every parameter of a method, and a button that makes the request. */
export function MethodForm({ method }: { readonly method: MethodEntry }) {
  const node = useNode();
  const names = useStore(dialect);
  const asked = fullName(method, 'neutral') as RpcMethod;
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [outcome, setOutcome] = useState<Exchange | Error>();
  const [isRunning, setRunning] = useState(false);
  const example = (method.example ?? {}) as Readonly<Record<string, unknown>>;
  const missing = method.params.some(({ name, optional }) => !optional && (texts[name] ?? '').trim() === '');
  const run = async (event: Event) => {
    event.preventDefault();
    setRunning(true);
    try {
      const params =
        method.params.length === 0 ? undefined : readParameters(method, await withoutNames(node, method, texts));
      setOutcome(await exchange(node, fullName(method, names), params, method.kind === 'write'));
    } catch (error) {
      setOutcome(error as Error);
    }
    setRunning(false);
  };
  const fill = () =>
    setTexts(Object.fromEntries(Object.entries(example).map(([name, value]) => [name, textOfExample(value)])));
  return (
    <form class="stack" onSubmit={run}>
      <RefusalNote method={asked} />
      {method.params.length === 0 && <p class="muted">It takes no parameters.</p>}
      {method.params.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          example={example[parameter.name]}
          text={texts[parameter.name] ?? ''}
          onChange={(text) => setTexts({ ...texts, [parameter.name]: text })}
        />
      ))}
      <div class="row">
        <ActionButton method={asked} type="submit" class="button primary" disabled={isRunning || missing}>
          {isRunning ? 'Running…' : 'Run'}
        </ActionButton>
        {Object.keys(example).length > 0 && (
          <button type="button" class="button" onClick={fill}>
            Fill in an example
          </button>
        )}
      </div>
      {outcome instanceof Error ? <Failure error={outcome} /> : outcome && <ExchangeView exchange={outcome} />}
    </form>
  );
}

interface FieldProps {
  readonly parameter: ParameterEntry;
  readonly example: unknown;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const option = (value: string) => ({ value, name: value });
const UNSET = { value: '', name: 'not given' };

function ParameterField({ parameter, example, text, onChange }: FieldProps) {
  const { name, type, optional, words, members } = parameter;
  const label = optional ? `${name} (optional)` : name;
  const choices = type === 'boolean' ? ['true', 'false'] : words;
  if (choices)
    return <Choice label={label} value={text} options={[UNSET, ...choices.map(option)]} onChange={onChange} />;
  if (isAddressType(type))
    return (
      <AddressField
        label={label}
        value={text}
        hint={ADDRESS_HINT}
        placeholder={example === undefined ? undefined : textOfExample(example)}
        isName={isAddressName}
        onChange={onChange}
      />
    );
  return (
    <Field
      label={label}
      value={text}
      hint={members ? `${type}, JSON: ${members.join(', ')}` : type}
      placeholder={example === undefined ? undefined : textOfExample(example)}
      suggestions={suggestedWords(type).map(option)}
      isLong={members !== undefined || /class/.test(type)}
      onChange={onChange}
    />
  );
}
