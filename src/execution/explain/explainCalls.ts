import { findEvent } from '../../abi/events.ts';
import { functionBySelector } from '../../abi/functionBySelector.ts';
import { decodePanicData, formatPanicData } from '../../abi/panicData.ts';
import { formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import type { ErrorSegment } from '../errorStack.ts';
import { selectorOf } from '../hash/address.ts';
import type { RecordedCall, RecordedPhase } from './callRecorder.ts';
import { classAbi, type FindClass } from './classFacts.ts';
import type { CallEnd, ExplainedCall, Phase } from './explanation.ts';
import { panicItemsText } from './panicItems.ts';

/** Adds names to a recorded call and its inner calls. */
export function explainCall(recorded: RecordedCall, find: FindClass, phase?: Phase): ExplainedCall {
  const { call, info, prints, events, inner, sequence } = recorded;
  const classHash = info?.call.classHash ?? call.classHash;
  const facts = classHash && find(classHash);
  const model = facts && classAbi(facts.definition);
  const selector = call.selector && feltOf(call.selector);
  const abi = model && selector !== undefined ? functionBySelector(model, selector, selectorOf) : undefined;
  return {
    phase,
    contractAddress: feltOf(call.contractAddress),
    classHash: classHash && feltOf(classHash),
    contractName: model?.contractName ?? facts?.contractName,
    selector,
    functionName: abi?.name,
    abi,
    callType: call.entryPointType === 'EXTERNAL' ? call.callType : call.entryPointType,
    calldata: call.calldata.map(feltOf),
    end: endOf(recorded),
    gas: info?.tracked === 'SierraGas' ? info.gasConsumed : undefined,
    steps: info?.tracked === 'CairoSteps' ? info.resources.steps : undefined,
    prints: prints.map(printText),
    events: events.map(({ keys, data }) => {
      const felts = { keys: keys.map(feltOf), data: data.map(feltOf) };
      return { ...felts, abi: model && findEvent(model, felts.keys, selectorOf) };
    }),
    inner: inner.map((call) => explainCall(call, find)),
    sequence,
  };
}

/** The text of printed felts. `println!` prints a byte array; anything else is shown as short strings and numbers. */
export function printText(felts: readonly FeltKey[]): string {
  return decodePanicData(felts.map(feltOf))
    .map((item) => (item.kind === 'text' ? item.text : (item.shortString ?? formatFelt(item.felt))))
    .join(' ');
}

function endOf({ info }: RecordedCall): CallEnd {
  if (!info) return { kind: 'error' };
  const felts = info.retdata.map(feltOf);
  return info.failed ? { kind: 'panicked', panic: decodePanicData(felts) } : { kind: 'returned', retdata: felts };
}

const ENTRYPOINT_FAILED = 0x454e545259504f494e545f4641494c4544n;

/** A sentence about what went wrong in a phase; undefined if nothing did. */
export function reasonOf({ root, error }: RecordedPhase, find: FindClass): string | undefined {
  if (error) {
    const text = lastText(error);
    const culprit = innermostOpen(root);
    return `${text} This happened in ${nameOf(explainCall({ ...culprit, inner: [], events: [] }, find))}.`;
  }
  if (!root.info?.failed) return undefined;
  const culprit = panicChain(root).at(-1)!;
  const felts = culprit.info!.retdata.map(feltOf);
  return `${nameOf(explainCall({ ...culprit, inner: [], events: [] }, find))} panicked with ${panicItemsText(decodePanicData(felts))}.`;
}

/** The text of an error's last segment. */
function lastText(segments: readonly ErrorSegment[]): string {
  const last = segments.at(-1);
  if (last?.kind === 'summary') return `A call failed with ${formatPanicData(last.summary.retdata.map(feltOf))}.`;
  const text = last?.kind === 'text' ? last.text.trim() : 'The execution stopped.';
  return text.endsWith('.') ? text : `${text}.`;
}

/** The innermost call that an error ended. */
function innermostOpen(call: RecordedCall): RecordedCall {
  const open = call.inner.at(-1);
  return open && (!open.info || open.info.failed) ? innermostOpen(open) : call;
}

/** The calls that propagated a panic, outermost first, and at the end the call that raised it. */
export function panicChain(call: RecordedCall): RecordedCall[] {
  const retdata = call.info!.retdata;
  const last = retdata.at(-1);
  if (last === undefined || feltOf(last) !== ENTRYPOINT_FAILED) return [call];
  const candidates = call.inner.filter(({ info }) => info?.failed && info.retdata.length === retdata.length - 1);
  const source = candidates.filter(({ info }) => info!.retdata.every((felt, i) => felt === retdata[i])).at(-1);
  return source ? [call, ...panicChain(source)] : [call];
}

/** A call's contract and function by name, or by number where the name is unknown: `ERC20.transfer at 0x99`. */
export function nameOf({ contractName, functionName, contractAddress, selector, callType }: ExplainedCall): string {
  const address = formatFelt(contractAddress);
  const name = functionName ?? (callType === 'CONSTRUCTOR' ? 'constructor' : undefined);
  const known = name ?? (selector === undefined ? 'an unknown function' : `function ${formatFelt(selector)}`);
  if (contractName === undefined) return `${known} of contract ${address}`;
  return name === undefined ? `${known} of ${contractName} at ${address}` : `${contractName}.${name} at ${address}`;
}
