import { useEffect, useRef, useState } from 'preact/hooks';
import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import { useNames } from '../../data/chain/names.ts';
import { faultsOf, plainTexts } from '../../data/contracts/argumentTexts.ts';
import { encodeTexts } from '../../data/contracts/contractAbi.ts';
import { useNode } from '../../data/node/hooks.ts';
import { useStore } from '../../data/stores/store.ts';
import { canonicalHex, isHex } from '../../data/text/hex.ts';
import { type CallDraft, dropCalls, keepCalls, keptCalls, nextCalls } from '../../data/transactions/keptCalls.ts';
import { feltsIn, type PastCalls, pastCalls } from '../../data/transactions/pastCalls.ts';
import { type CallLike, execute, type SentTransaction } from '../../data/transactions/sender.ts';
import { type Simulation, simulate } from '../../data/transactions/simulate.ts';
import type { KeptTest } from '../../data/transactions/testText.ts';
import { isPresent, NOW, readWhatIf, withoutNames } from '../../data/transactions/whatIf.ts';
import { AccountChoice, useSender, useSendRefusal } from '../../parts/contracts/AccountChoice.tsx';
import { Sent, Waiting } from '../../parts/contracts/Sent.tsx';
import { focusFault } from '../../parts/contracts/useArguments.ts';
import { Card } from '../../parts/layout/Card.tsx';
import { Empty, Failure } from '../../parts/messages/messages.tsx';
import { tell } from '../../parts/messages/Toasts.tsx';
import { counted, safeName, shortHash } from '../../parts/values/format.ts';
import { href, useLocation } from '../../routing/router.ts';
import { CallFields } from './CallFields.tsx';
import { SimulationView } from './SimulationView.tsx';
import { TestCard } from './TestCard.tsx';
import { WhatIfFields } from './WhatIfFields.tsx';

const MOST_CALLS = 20;
/** Of what fails before it uses any. */
const NO_GAS = { l1_gas: '0', l1_data_gas: '0', l2_gas: '0' };
const EMPTY: CallDraft = { address: '', functionName: '', texts: [] };

type Outcome =
  | { readonly kind: 'simulated'; readonly simulation: Simulation; readonly test: KeptTest }
  | { readonly kind: 'waiting'; readonly hash: string }
  | { readonly kind: 'sent'; readonly transaction: SentTransaction }
  | { readonly kind: 'failed'; readonly error: Error };

/** The address that a field has, as the node writes it; empty if it has none. */
const addressIn = (text: string): string => (isHex(text.trim()) ? canonicalHex(text.trim()) : '');

/** Builds calls from forms, shows what they would do as any account, and sends or keeps them. */
export default function SimulateScreen() {
  const node = useNode();
  const [next] = useState(() => nextCalls.get());
  useEffect(() => nextCalls.set(undefined), []);
  const [from, setFrom] = useState(next?.from ?? '');
  const [whatIf, setWhatIf] = useState(NOW);
  const sender = useSender(from);
  const refused = useSendRefusal(from);
  const [drafts, setDrafts] = useState<readonly CallDraft[]>(next?.calls ?? [EMPTY]);
  const functions = useRef<(AbiFunction | undefined)[]>([]);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRunning, setRunning] = useState(false);
  const newestRun = useRef(0);
  const [isChecked, setChecked] = useState(false);

  const change = (index: number, draft: CallDraft) => setDrafts(drafts.map((each, i) => (i === index ? draft : each)));
  const remove = (index: number) => {
    functions.current = functions.current.filter((_, i) => i !== index);
    setDrafts(drafts.filter((_, i) => i !== index));
  };
  const names = useNames(drafts.map(({ address }) => addressIn(address)));
  const tokenOf = (address: string) => names.get(addressIn(address))?.token;
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  /** The calls as they are sent; undefined if a field has a fault, which stands at that field. */
  const calls = async (): Promise<readonly CallLike[] | undefined> => {
    const made = drafts.map(async ({ address, functionName, texts }, i) => {
      if (isHex(functionName))
        return { contractAddress: address, entrypoint: functionName, calldata: feltsIn(texts[0] ?? '') };
      const fn = functions.current[i];
      if (!fn) throw new Error(`Call ${i + 1} has no contract with a function to call.`);
      const plain = await plainTexts(node, fn.inputs, texts, tokenOf(address));
      if (faultsOf(fn.inputs, plain).some((fault) => fault !== undefined)) return undefined;
      return { contractAddress: address, entrypoint: fn.name, calldata: encodeTexts(fn, plain) };
    });
    const all = await Promise.all(made);
    return all.every((call) => call !== undefined) ? all : undefined;
  };
  const run = async (
    act: (calls: readonly CallLike[], sender: string, onWaiting: (hash: string) => void) => Promise<Outcome>,
  ) => {
    if (sender === undefined) return;
    const own = ++newestRun.current;
    // What waits in the mempool keeps nobody from running something else, and is not shown over that.
    const show = (shown: Outcome | undefined) => {
      if (own !== newestRun.current) return;
      setOutcome(shown);
      setRunning(false);
    };
    setRunning(true);
    setChecked(true);
    try {
      const made = await calls();
      if (!made) {
        show(undefined);
        if (form.current) focusFault(form.current);
        return;
      }
      show(await act(made, sender, (hash) => show({ kind: 'waiting', hash })));
    } catch (error) {
      show({ kind: 'failed', error: error as Error });
    }
  };
  const tryOut = () =>
    run(async (made, by) => {
      const meant = await withoutNames(node, whatIf);
      const simulation = await simulate(node, made, by, meant);
      const { reason, fee } = simulation.explanation;
      const name = `${drafts.map(({ functionName }, i) => functions.current[i]?.name ?? functionName).join(', ')} ${reason === null ? 'works' : 'fails'}`;
      const start = readWhatIf(meant);
      const test = { name, address: node.connection.address, from: by, calls: made, start, reason, gas: fee ?? NO_GAS };
      return { kind: 'simulated', simulation, test };
    });
  const open = (opened: Pick<PastCalls, 'from' | 'calls'> & Partial<PastCalls>) => {
    setFrom(opened.from);
    setDrafts(opened.calls.length === 0 ? [EMPTY] : opened.calls);
    setWhatIf(opened.whatIf ?? NOW);
    setOutcome(undefined);
  };
  // A transaction of the chain that is to be run again.
  const past = useLocation().query.get('tx');
  const [pastBlock, setPastBlock] = useState<string>();
  useEffect(() => {
    if (past === null || !isHex(past)) return;
    let isCurrent = true;
    pastCalls(node, past).then(
      (found) => {
        if (!isCurrent) return;
        open(found);
        setPastBlock(found.whatIf.block);
      },
      (error: Error) => isCurrent && setOutcome({ kind: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [past]);
  const send = () =>
    run(async (made, by, onWaiting) => ({ kind: 'sent', transaction: await execute(node, made, by, onWaiting) }));
  const keep = () => {
    const names = drafts.map(({ functionName }, i) => functions.current[i]?.name ?? functionName);
    keepCalls({ name: names.join(', ') || 'call', from, calls: drafts });
    tell('Saved in this browser');
  };
  // On a narrow window the result is below the form, and with a long form it is above the button.
  useEffect(() => {
    const top = result.current?.getBoundingClientRect().top ?? 0;
    if (outcome && (top < 0 || top > window.innerHeight / 2)) result.current?.scrollIntoView();
  }, [outcome]);
  return (
    <div class="stack">
      <h1>Simulate</h1>
      <div class="columns form-result">
        <form
          ref={form}
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            tryOut();
          }}
        >
          {past !== null && pastBlock !== undefined && (
            <p class="note-box">
              The calls of <a href={href(`/tx/${past}`)}>{shortHash(past)}</a>,{' '}
              {pastBlock === ''
                ? 'which is still in the open block: they would run after it, on what it changed.'
                : `after block ${pastBlock}, at the time of their own, but without what ran in it before them.`}{' '}
              Change anything and simulate.
            </p>
          )}
          <AccountChoice label="As" value={from} onChange={setFrom} />
          <WhatIfFields value={whatIf} onChange={setWhatIf} />
          {drafts.map((draft, i) => (
            <CallFields
              key={i}
              index={i}
              draft={draft}
              token={tokenOf(draft.address)}
              isChecked={isChecked}
              onChange={(changed) => change(i, changed)}
              onFunction={(fn) => {
                functions.current[i] = fn;
              }}
              onRemove={drafts.length > 1 ? () => remove(i) : undefined}
            />
          ))}
          <div class="row">
            <button type="submit" class="button primary" disabled={isRunning || sender === undefined}>
              {isRunning ? 'Running…' : 'Simulate'}
            </button>
            <button
              type="button"
              class="button"
              disabled={isRunning || sender === undefined || refused !== undefined}
              title={
                refused ??
                (isPresent(whatIf)
                  ? 'Sends these calls as a transaction.'
                  : 'Sends these calls as a transaction. What stands under What if is only simulated and does not hold there.')
              }
              onClick={send}
            >
              {isPresent(whatIf) ? 'Send' : 'Send to the chain as it is'}
            </button>
            <button
              type="button"
              class="button"
              title="Saves these calls and their sender in this browser, to open them again below."
              onClick={keep}
            >
              Save this form
            </button>
            {drafts.length < MOST_CALLS && (
              <button type="button" class="button" onClick={() => setDrafts([...drafts, EMPTY])}>
                Add a call
              </button>
            )}
          </div>
          <Kept onOpen={open} />
        </form>
        <div ref={result} class="stack" role="status">
          {!outcome && (
            <Card title="Result">
              <Empty title="Nothing simulated yet">
                Choose a contract and a function. The calls, the fee and the storage that would change are shown here;
                nothing is sent.
              </Empty>
            </Card>
          )}
          {outcome?.kind === 'failed' && <Failure error={outcome.error} />}
          {outcome?.kind === 'waiting' && <Waiting hash={outcome.hash} />}
          {outcome?.kind === 'sent' && <Sent transaction={outcome.transaction} />}
          {outcome?.kind === 'simulated' && (
            <>
              <SimulationView simulation={outcome.simulation} />
              <TestCard test={outcome.test} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

interface KeptProps {
  readonly onOpen: (kept: { readonly from: string; readonly calls: readonly CallDraft[] }) => void;
}

/** The calls that were kept, to open again. */
function Kept({ onOpen }: KeptProps) {
  const kept = useStore(keptCalls);
  if (kept.length === 0) return null;
  return (
    <Card title="Saved forms">
      <ul class="stack">
        {kept.map((each) => (
          <li key={each.name} class="spread">
            <span>
              {safeName(each.name)} <span class="muted">{counted(each.calls.length, 'call')}</span>
            </span>
            <span class="row">
              <button type="button" class="button small" onClick={() => onOpen(each)}>
                Open
              </button>
              <button type="button" class="button small danger" onClick={() => dropCalls(each.name)}>
                Drop
              </button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
