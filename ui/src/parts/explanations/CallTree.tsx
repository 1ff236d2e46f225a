import { useState } from 'preact/hooks';
import { type Call, callsOfAccount, failingPath } from '../../data/explanations/explanation.ts';
import { weightOf } from '../../data/explanations/flameLayout.ts';
import { foldedSteps } from '../../data/explanations/foldedSteps.ts';
import { isUsual, openCalls, STEPS_AT_ONCE } from '../../data/explanations/openCalls.ts';
import { shortPath } from '../../data/explanations/sourceView.ts';
import { isAmountName } from '../../data/text/amounts.ts';
import { Batches } from '../layout/Batches.tsx';
import { Facts } from '../layout/Card.tsx';
import { Decoded } from '../values/Decoded.tsx';
import { counted, grouped, safeName } from '../values/format.ts';
import { Hash } from '../values/Hash.tsx';
import { NamedText } from '../values/NamedText.tsx';
import { Quantity } from '../values/Quantity.tsx';
import { useCallNames } from './callName.ts';

interface Shared {
  readonly total: number;
  readonly failing: ReadonlySet<Call>;
  /** Those that show at first what they did. */
  readonly open: ReadonlySet<Call>;
}

/** A tree of calls with gas, results, events and prints. A click on a call shows its details. */
export function CallTree({ calls }: { readonly calls: readonly Call[] }) {
  const shared: Shared = {
    total: calls.reduce((sum, call) => sum + weightOf(call), 0),
    failing: new Set(failingPath(calls)),
    open: openCalls(calls),
  };
  return (
    <ul class="call-tree" aria-label="Calls">
      {calls.map((call, i) => (
        <CallNode key={i} call={call} isDropped={false} shared={shared} />
      ))}
    </ul>
  );
}

const PHASES = {
  VALIDATE: 'validate',
  EXECUTE: 'execute',
  CONSTRUCTOR: 'constructor',
  L1_HANDLER: 'L1 handler',
  FEE_TRANSFER: 'fee',
} as const;

interface NodeProps {
  readonly call: Call;
  /** Whether a call around it failed, so that the chain dropped what it did. */
  readonly isDropped: boolean;
  readonly shared: Shared;
}

function CallNode({ call, isDropped, shared }: NodeProps) {
  const { total, failing, open } = shared;
  const isFailing = failing.has(call);
  const [isOpen, setOpen] = useState(open.has(call));
  const [isShown, setShown] = useState(isFailing && call.calls.every((inner) => !failing.has(inner)));
  const hasInner = call.sequence.length > 0 || call.prints.length > 0;
  const weight = weightOf(call);
  const steps = counted(call.steps ?? 0, 'step');
  const name = useCallNames([call])(call);
  return (
    <li>
      <div class={`call-row${isFailing ? ' failing' : ''}${isUsual(call) ? ' usual' : ''}`}>
        {hasInner ? (
          <button
            type="button"
            class="chevron"
            aria-expanded={isOpen}
            aria-label={`What ${name} did`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '▾' : '▸'}
          </button>
        ) : (
          <span class="chevron" />
        )}
        <button type="button" class="call-name" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {call.phase && <span class="badge">{PHASES[call.phase]}</span>}
          {call.cheats && <span class="badge bad">{call.cheats.mocked ? 'mocked' : 'cheated'}</span>}
          <span>
            <b>{name}</b>
            <span class="muted">
              <NamedText text={argumentsOf(call)} max={160} of={call.contract_address} />
            </span>
            <Outcome call={call} />
            {call.phase === 'FEE_TRANSFER' && <span class="muted"> (its gas is not part of the total)</span>}
          </span>
        </button>
        {/* A call that an error ended has neither. */}
        {(call.gas !== null || call.steps !== null) && (
          <GasBar
            weight={weight}
            total={total}
            text={call.gas === null ? steps : grouped(call.gas)}
            title={call.gas === null ? steps : `${grouped(call.gas)} L2 gas`}
          />
        )}
      </div>
      {isShown && <Details call={call} />}
      {isOpen && hasInner && <Inner call={call} isDropped={isDropped || call.end !== 'RETURNED'} shared={shared} />}
    </li>
  );
}

interface GasBarProps {
  readonly weight: number;
  readonly total: number;
  readonly text: string;
  readonly title: string;
}

const GasBar = ({ weight, total, text, title }: GasBarProps) => (
  <span class="gas-bar" title={title}>
    <i style={{ width: `${total === 0 ? 0 : (100 * weight) / total}%` }} />
    <span>{text}</span>
  </span>
);

/** The arguments in a row. The arguments of an account are its calls, which are shown below, so only their number is given. */
function argumentsOf(call: Call): string {
  const { text, function_name } = call;
  const calls = callsOfAccount(call);
  if (calls) return `(${counted(calls.length, 'call')})`;
  const rest = function_name !== null && text.startsWith(function_name) ? text.slice(function_name.length) : '(…)';
  return rest;
}

function Outcome({ call }: { readonly call: Call }) {
  const { end, panic } = call;
  if (end === 'RETURNED') return call.result_text ? <Result call={call} text={call.result_text} /> : null;
  // Every caller adds this word, which does not say why.
  const reasons = panic?.filter((item) => item !== 'ENTRYPOINT_FAILED');
  const items = reasons?.length ? reasons : panic;
  const reason = items?.length ? items.map(panicText).join(', ') : 'failed';
  return (
    <span class="bad">
      {' '}
      ✗ <NamedText text={reason} max={200} />
    </span>
  );
}

const Result = ({ call, text }: { readonly call: Call; readonly text: string }) => (
  <span>
    {' → '}
    {/^\d{1,78}$/.test(text) && isAmountName(call.function_name ?? '') ? (
      <Quantity value={BigInt(text)} token={call.contract_address} withSymbol />
    ) : (
      <NamedText text={text} max={80} of={call.contract_address} />
    )}
  </span>
);

/** An item of panic data: a text in quotes, or a number. */
const panicText = (item: string): string => (/^0x[0-9a-f]+$/.test(item) ? item : `'${item}'`);

/** What happened in a call, in its order, some at a time: a transaction can make thousands of calls. */
function Inner({ call, isDropped, shared }: NodeProps) {
  const steps = foldedSteps(call);
  const failed = steps.findIndex((step) => step.kind === 'call' && shared.failing.has(step.call));
  return (
    <ul>
      <Batches items={steps} size={STEPS_AT_ONCE} what="steps" first={Math.max(0, failed)}>
        {(step, i) => {
          if (step.kind === 'call') return <CallNode key={i} call={step.call} isDropped={isDropped} shared={shared} />;
          if (step.kind === 'calls')
            return <FoldedCalls key={i} calls={step.calls} isDropped={isDropped} shared={shared} />;
          if (step.kind === 'event')
            return (
              <li key={i} class="side-note">
                <span class="badge accent">event</span> {isDropped && <span class="badge bad">dropped</span>}{' '}
                <NamedText text={step.event.text} max={300} of={call.contract_address} />
              </li>
            );
          return (
            <li key={i} class="side-note">
              <span class="badge">print</span> <code>{safeName(step.text, 1_000)}</code>
            </li>
          );
        }}
      </Batches>
    </ul>
  );
}

interface FoldedProps extends Omit<NodeProps, 'call'> {
  readonly calls: readonly Call[];
}

/** Many calls of one function in a row: one line until it is opened. */
function FoldedCalls({ calls, isDropped, shared }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const gas = calls.reduce((sum, call) => sum + weightOf(call), 0);
  const name = useCallNames(calls.slice(0, 1))(calls[0]!);
  return (
    <li>
      <div class="call-row">
        <button
          type="button"
          class="chevron"
          aria-expanded={isOpen}
          aria-label={`The calls of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '▾' : '▸'}
        </button>
        <button type="button" class="call-name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>
            <b>{name}</b>
            <span class="muted"> {counted(calls.length, 'call')} in a row</span>
          </span>
        </button>
        <GasBar weight={gas} total={shared.total} text={grouped(gas)} title={`${grouped(gas)} L2 gas`} />
      </div>
      {isOpen && (
        <ul>
          <Batches items={calls} size={STEPS_AT_ONCE} what="calls">
            {(call, i) => <CallNode key={i} call={call} isDropped={isDropped} shared={shared} />}
          </Batches>
        </ul>
      )}
    </li>
  );
}

/** Longer calldata is cut. */
const MOST_CALLDATA = 40;

function Details({ call }: { readonly call: Call }) {
  const length = call.calldata_length ?? call.calldata.length;
  return (
    <div class="call-details">
      <Facts
        rows={[
          ['Contract', <Hash key="contract" value={call.contract_address} kind="contract" full />],
          ['Class', call.class_hash && <Hash key="class" value={call.class_hash} kind="class" full />],
          ['Selector', call.selector && <Hash key="selector" value={call.selector} full />],
          ['Call', call.call_type === 'CALL' ? undefined : call.call_type.toLowerCase().replace('_', ' ')],
          [
            'Caller without cheats',
            call.cheats?.real_caller_address && (
              <Hash key="caller" value={call.cheats.real_caller_address} kind="contract" full />
            ),
          ],
          [
            'Arguments',
            call.arguments !== null && <Decoded key="arguments" value={call.arguments} of={call.contract_address} />,
          ],
          [
            'Calldata',
            call.calldata.length > 0 && (
              <code key="calldata">
                {call.calldata.slice(0, MOST_CALLDATA).join(' ')}
                {length > MOST_CALLDATA && ` … (${grouped(length)} felts, cut here)`}
              </code>
            ),
          ],
          [
            'Result',
            call.result !== undefined && call.result !== null && (
              <Decoded key="result" value={call.result} of={call.contract_address} name={call.function_name ?? ''} />
            ),
          ],
          ['Panic', call.panic && <code key="panic">{call.panic.map((item) => safeName(item, 500)).join(', ')}</code>],
          ['Panic started', call.caught_at && <code key="place">{frameText(call.caught_at)}</code>],
          [
            'L2 gas',
            call.gas !== null &&
              `${grouped(call.gas)}, of which ${grouped(Math.max(0, ownWeight(call)))} in the function itself`,
          ],
        ]}
      />
    </div>
  );
}

/** The function and the place of a frame, on one line. */
const frameText = ({ function_name, file, line }: NonNullable<Call['caught_at']>): string =>
  safeName([function_name && shortPath(function_name), file && `${file}:${line}`].filter(Boolean).join(' at '), 500);

const ownWeight = (call: Call): number => weightOf(call) - call.calls.reduce((sum, inner) => sum + weightOf(inner), 0);
