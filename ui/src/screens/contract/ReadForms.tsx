import { useEffect, useState } from 'preact/hooks';
import type { AbiFunction, AbiModel } from '../../../../src/abi/abiModel.ts';
import type { DecodedValue } from '../../../../src/rpc/format/explanation.ts';
import { callView, functionsOf } from '../../data/contracts/contractAbi.ts';
import { useNode } from '../../data/node/hooks.ts';
import { ArgumentFields } from '../../parts/contracts/ArgumentFields.tsx';
import { FunctionCard } from '../../parts/contracts/FunctionCard.tsx';
import { useArguments } from '../../parts/contracts/useArguments.ts';
import { Empty, Failure } from '../../parts/messages/messages.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { Decoded } from '../../parts/values/Decoded.tsx';

/** A form for every view function. */
export function ReadForms({ address, abi }: { readonly address: string; readonly abi: AbiModel }) {
  const views = functionsOf(abi, 'view');
  if (views.length === 0) return <Empty title="The ABI has no view functions" />;
  return (
    <ul class="forms">
      {views.map((fn) => (
        <li key={`${fn.interfaceName} ${fn.name}`}>
          <FunctionCard fn={fn}>
            <ReadForm address={address} fn={fn} />
          </FunctionCard>
        </li>
      ))}
    </ul>
  );
}

type Answer = { readonly value: DecodedValue } | { readonly error: Error };

function ReadForm({ address, fn }: { readonly address: string; readonly fn: AbiFunction }) {
  const node = useNode();
  const { texts, fields, check } = useArguments(fn.inputs);
  const [answer, setAnswer] = useState<Answer>();
  const call = async () => setAnswer(await callView(node, address, fn, texts).catch((error: Error) => ({ error })));
  // Without arguments there is nothing to wait for.
  useEffect(() => {
    if (fn.inputs.length === 0) void call();
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (check(event.currentTarget as HTMLFormElement)) void call();
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
