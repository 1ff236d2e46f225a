import { useState } from 'preact/hooks';
import type { AbiModel } from '../../../../src/abi/abiModel.ts';
import { encodeTexts } from '../../data/contracts/contractAbi.ts';
import { useNode } from '../../data/node/hooks.ts';
import { deploy } from '../../data/transactions/deploy.ts';
import type { SentTransaction } from '../../data/transactions/sender.ts';
import { AccountChoice, useSender, useSendRefusal } from '../../parts/contracts/AccountChoice.tsx';
import { ArgumentFields } from '../../parts/contracts/ArgumentFields.tsx';
import { Sent, Waiting } from '../../parts/contracts/Sent.tsx';
import { useArguments } from '../../parts/contracts/useArguments.ts';
import { useSending } from '../../parts/contracts/useSending.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Failure } from '../../parts/messages/messages.tsx';
import { Hash } from '../../parts/values/Hash.tsx';

type Deployed = { readonly sent: SentTransaction; readonly address: string | undefined };

/** Deploys a contract of a class through the Universal Deployer Contract. */
export function DeployForm({ classHash, abi }: { readonly classHash: string; readonly abi: AbiModel }) {
  const node = useNode();
  const [from, setFrom] = useState('');
  const sender = useSender(from);
  const refused = useSendRefusal(from);
  const { isSending, waiting, outcome, send } = useSending<Deployed>();
  const inputs = abi.constructorFunction?.inputs ?? [];
  const { fields, check } = useArguments(inputs);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (sender === undefined) return;
    const form = event.currentTarget as HTMLFormElement;
    send(async (onWaiting) => {
      const texts = await check(form);
      if (!texts) return undefined;
      const calldata = encodeTexts({ name: 'constructor', inputs }, texts);
      return deploy(node, classHash, calldata, sender, onWaiting);
    });
  };
  return (
    <Card title="Deploy a contract">
      <form class="stack" onSubmit={submit}>
        <AccountChoice value={from} onChange={setFrom} />
        {inputs.length === 0 ? (
          <p class="muted">The constructor takes no arguments.</p>
        ) : (
          <ArgumentFields {...fields} />
        )}
        <div>
          <button
            type="submit"
            class="button primary"
            disabled={isSending || sender === undefined || refused !== undefined}
            title={refused}
          >
            {isSending ? 'Deploying…' : 'Deploy'}
          </button>
        </div>
        <div role="status">
          {waiting !== undefined && <Waiting hash={waiting} />}
          {outcome instanceof Error && <Failure error={outcome} />}
          {outcome && !(outcome instanceof Error) && (
            <>
              {outcome.address !== undefined && (
                <p class="answer">
                  Deployed at <Hash value={outcome.address} kind="contract" full />
                </p>
              )}
              <Sent transaction={outcome.sent} />
            </>
          )}
        </div>
      </form>
    </Card>
  );
}
