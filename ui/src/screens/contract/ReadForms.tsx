import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AbiFunction, AbiModel } from '../../../../src/abi/abiModel.ts';
import { typeText } from '../../../../src/abi/abiType.ts';
import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import { callableFunctionsOf, callParams, callView, decodedResult } from '../../data/contracts/contractAbi.ts';
import { explainedFailure } from '../../data/explanations/explainedFailure.ts';
import { useNode } from '../../data/node/hooks.ts';
import { useQuickQuery } from '../../data/node/useQuickQuery.ts';
import { ArgumentFields } from '../../parts/contracts/ArgumentFields.tsx';
import { FunctionCard } from '../../parts/contracts/FunctionCard.tsx';
import { useArguments } from '../../parts/contracts/useArguments.ts';
import { useNamedFunction } from '../../parts/contracts/useNamedFunction.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Empty, Failure } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { Decoded } from '../../parts/values/Decoded.tsx';
import { safeName } from '../../parts/values/format.ts';

/** More view functions without parameters are called when somebody opens them. */
const MOST_VALUES = 20;

interface Props {
  readonly address: string;
  readonly abi: AbiModel;
}

/** What the view functions without parameters return, and a form for every other one. */
export function ReadForms({ address, abi }: Props) {
  const views = callableFunctionsOf(abi, 'view');
  if (views.length === 0) return <Empty title="The ABI has no view functions" />;
  const plain = views.filter(({ inputs }) => inputs.length === 0).slice(0, MOST_VALUES);
  const forms = views.filter((fn) => !plain.includes(fn));
  return (
    <>
      {plain.length > 0 && (
        <Card title="Values">
          <dl class="facts">
            {plain.map((fn) => (
              <Value key={keyOf(fn)} address={address} fn={fn} />
            ))}
          </dl>
        </Card>
      )}
      <ul class="forms">
        {forms.map((fn) => (
          <li key={keyOf(fn)}>
            <FunctionCard fn={fn}>
              <ReadForm address={address} fn={fn} />
            </FunctionCard>
          </li>
        ))}
      </ul>
    </>
  );
}

const keyOf = ({ interfaceName, name }: AbiFunction): string => `${interfaceName} ${name}`;

/** What a view function without parameters returns now, or when it was called last if that took long. */
function Value({ address, fn }: { readonly address: string; readonly fn: AbiFunction }) {
  const { data, error, isOld, isBusy, isLong, again } = useQuickQuery('chain_call', callParams(address, fn.name, []));
  const [isNamed, element] = useNamedFunction<HTMLElement>(fn.name);
  const name = safeName(fn.name, 80);
  const value = useMemo(() => data && readResult(fn, data), [fn, data]);
  const fault = error ?? (value instanceof Error ? value : undefined);
  return (
    <>
      <dt ref={element} title={safeName(`${fn.name}() → ${fn.outputs.map(({ type }) => typeText(type)).join(', ')}`)}>
        {isNamed ? <mark>{name}</mark> : name}
      </dt>
      <dd>
        {fault ? (
          <span class="bad">{safeName(explainedFailure(fault)?.reason ?? fault.message, 300)}</span>
        ) : value === undefined ? (
          '…'
        ) : (
          <Decoded value={value as DecodedValue} of={address} name={fn.name} />
        )}
        {isLong && isOld && (
          <>
            {' '}
            <button
              type="button"
              class="button small"
              title="The call takes long, so the page does not repeat it with every change of the chain"
              aria-label={`Call ${name} again`}
              disabled={isBusy}
              onClick={again}
            >
              Call again
            </button>
          </>
        )}
      </dd>
    </>
  );
}

/** The decoded result, or why it cannot be read: the class may be another one than its ABI says. */
function readResult(fn: AbiFunction, felts: readonly string[]): DecodedValue | Error {
  try {
    return decodedResult(fn, felts);
  } catch (error) {
    return error as Error;
  }
}

type Answer = { readonly value: DecodedValue } | { readonly error: Error };

function ReadForm({ address, fn }: { readonly address: string; readonly fn: AbiFunction }) {
  const node = useNode();
  const { fields, check } = useArguments(fn.inputs, address);
  const [answer, setAnswer] = useState<Answer>();
  const call = async (texts: readonly string[]) =>
    setAnswer(await callView(node, address, fn, texts).catch((error: Error) => ({ error })));
  // Without arguments there is nothing to wait for.
  useEffect(() => {
    if (fn.inputs.length === 0) void call([]);
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const texts = await check(event.currentTarget as HTMLFormElement);
    // An old answer is none to these texts.
    if (texts) await call(texts);
    else setAnswer(undefined);
  };
  return (
    <form class="stack" onSubmit={submit}>
      <ArgumentFields {...fields} />
      <div>
        <button type="submit" class="button">
          {fn.inputs.length === 0 ? 'Call again' : 'Call'}
        </button>
      </div>
      {answer && (
        <div role="status">
          {'error' in answer ? (
            <Failure error={answer.error} />
          ) : (
            <div class="answer">
              <Decoded value={answer.value} of={address} name={fn.name} />
              <CopyButton text={JSON.stringify(answer.value)} what="result" />
            </div>
          )}
        </div>
      )}
    </form>
  );
}
