import { useState } from 'preact/hooks';
import type { AbiModel } from '../../../../src/abi/abiModel.ts';
import { encodeTexts } from '../../data/contracts/contractAbi.ts';
import { useNode } from '../../data/node/hooks.ts';
import { deploy } from '../../data/transactions/deploy.ts';
import type { SentTransaction } from '../../data/transactions/sender.ts';
import { AccountChoice, useSender } from '../../parts/contracts/AccountChoice.tsx';
import { ArgumentFields } from '../../parts/contracts/ArgumentFields.tsx';
import { Sent, tellWaiting } from '../../parts/contracts/Sent.tsx';
import { useArguments } from '../../parts/contracts/useArguments.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Failure } from '../../parts/messages/messages.tsx';
import { Hash } from '../../parts/values/Hash.tsx';

type Outcome = { readonly sent: SentTransaction; readonly address: string | undefined } | Error;

/** Deploys a contract of a class through the Universal Deployer Contract. */
export function DeployForm({ classHash, abi }: { readonly classHash: string; readonly abi: AbiModel }) {
  const node = useNode();
  const [from, setFrom] = useState('');
  const sender = useSender(from);
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const inputs = abi.constructorFunction?.inputs ?? [];
  const { texts, fields, check } = useArguments(inputs);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (sender === undefined || !check(event.currentTarget as HTMLFormElement)) return;
    setSending(true);
    try {
      const calldata = encodeTexts({ name: 'constructor', inputs }, texts);
      setOutcome(await deploy(node, classHash, calldata, sender, tellWaiting));
    } catch (error) {
      setOutcome(error as Error);
    }
    setSending(false);
  };
  return (
    <Card title="Deploy a contract">
      <form class="stack" onSubmit={send}>
        <AccountChoice value={from} onChange={setFrom} />
        {inputs.length === 0 ? (
          <p class="muted">The constructor takes no arguments.</p>
        ) : (
          <ArgumentFields {...fields} />
        )}
        <div>
          <button type="submit" class="button primary" disabled={isSending || sender === undefined}>
            {isSending ? 'Deploying…' : 'Deploy'}
          </button>
        </div>
        <div role="status">
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
