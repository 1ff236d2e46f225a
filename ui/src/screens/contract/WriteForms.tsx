import { useState } from 'preact/hooks';
import type { AbiFunction, AbiModel } from '../../../../src/abi/abiModel.ts';
import { callableFunctionsOf, encodeTexts } from '../../data/contracts/contractAbi.ts';
import { useNode } from '../../data/node/hooks.ts';
import { nextCalls } from '../../data/transactions/keptCalls.ts';
import { execute, type SentTransaction } from '../../data/transactions/sender.ts';
import { AccountChoice, useSender, useSendRefusal } from '../../parts/contracts/AccountChoice.tsx';
import { ArgumentFields } from '../../parts/contracts/ArgumentFields.tsx';
import { FunctionCard } from '../../parts/contracts/FunctionCard.tsx';
import { Sent, Waiting } from '../../parts/contracts/Sent.tsx';
import { useArguments } from '../../parts/contracts/useArguments.ts';
import { useSending } from '../../parts/contracts/useSending.ts';
import { Empty, Failure } from '../../parts/messages/messages.tsx';
import { navigate } from '../../routing/router.ts';

/** A form for every function that can change the state. */
export function WriteForms({ address, abi }: { readonly address: string; readonly abi: AbiModel }) {
  const [from, setFrom] = useState('');
  const writes = callableFunctionsOf(abi, 'external');
  if (writes.length === 0) return <Empty title="The ABI has no functions that change the state" />;
  return (
    <>
      <AccountChoice value={from} onChange={setFrom} />
      <ul class="forms">
        {writes.map((fn) => (
          <li key={`${fn.interfaceName} ${fn.name}`}>
            <FunctionCard fn={fn}>
              <WriteForm address={address} fn={fn} from={from} />
            </FunctionCard>
          </li>
        ))}
      </ul>
    </>
  );
}

function WriteForm({ address, fn, from }: { address: string; fn: AbiFunction; from: string }) {
  const node = useNode();
  const sender = useSender(from);
  const refused = useSendRefusal(from);
  const { fields, check } = useArguments(fn.inputs, address);
  const { isSending, waiting, outcome, send } = useSending<SentTransaction>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (sender === undefined) return;
    const form = event.currentTarget as HTMLFormElement;
    send(async (onWaiting) => {
      const texts = await check(form);
      if (!texts) return undefined;
      const call = { contractAddress: address, entrypoint: fn.name, calldata: encodeTexts(fn, texts) };
      return execute(node, [call], sender, onWaiting);
    });
  };
  const simulate = () => {
    nextCalls.set({ from, calls: [{ address, functionName: fn.name, texts: fields.texts }] });
    navigate('/simulate');
  };
  return (
    <form class="stack" onSubmit={submit}>
      <ArgumentFields {...fields} />
      <div class="row">
        <button
          type="submit"
          class="button primary"
          disabled={isSending || sender === undefined || refused !== undefined}
          title={refused}
        >
          {isSending ? 'Sending…' : 'Send'}
        </button>
        <button type="button" class="button" title="Shows what it would do, without sending it" onClick={simulate}>
          Simulate
        </button>
      </div>
      <div role="status">
        {waiting !== undefined && <Waiting hash={waiting} />}
        {outcome && (outcome instanceof Error ? <Failure error={outcome} /> : <Sent transaction={outcome} />)}
      </div>
    </form>
  );
}
