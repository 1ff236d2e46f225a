import { findEvent } from '../../abi/events.ts';
import { functionBySelector } from '../../abi/functionBySelector.ts';
import { decodePanicData } from '../../abi/panicData.ts';
import type { ErrorSegment } from '../../execution/errorStack.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { printText } from '../../execution/printText.ts';
import { feltOfAscii, formatFelt } from '../../felt/felt.ts';
import { feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { shortHex } from '../../felt/shortHex.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { classAbi, type FindClass, nameOfContract } from '../names/classFacts.ts';
import type { RecordedCall, RecordedPhase } from './callRecorder.ts';
import { type CaughtPanics, NONE_CAUGHT } from './caughtPanics.ts';
import type { CallEnd, ExplainedCall, Phase } from './explanation.ts';
import { missingFunction } from './missingFunction.ts';
import { missingInAccount } from './missingInAccount.ts';
import { openChain, panicChain, uncaughtPanic } from './panicChains.ts';
import { panicItemsText } from './panicItems.ts';

/**
 * Adds names to a recorded call and its inner calls, and the places of panics that were caught. Felts are converted whenever they are read:
 * calls may pass very many values on, and many calls are only named.
 */
export function explainCall(
  recorded: RecordedCall,
  find: FindClass,
  phase?: Phase,
  caught: CaughtPanics = NONE_CAUGHT,
): ExplainedCall {
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
    contractName: facts && nameOfContract(facts),
    selector,
    functionName: abi?.name ?? (call.selector && find.selectorName?.(call.selector)),
    abi,
    callType: call.entryPointType === 'EXTERNAL' ? call.callType : call.entryPointType,
    get calldata() {
      return call.calldata.map(feltOf);
    },
    cheated: call.cheated,
    end: endOf(recorded, caught),
    gas: info?.tracked === 'SierraGas' ? info.gasConsumed : undefined,
    steps: info?.tracked === 'CairoSteps' ? info.resources.steps : undefined,
    prints: prints.map(printText),
    events: events.map(({ keys, data }) => {
      const felts = keys.map(feltOf);
      return {
        keys: felts,
        get data() {
          return data.map(feltOf);
        },
        abi: model && findEvent(model, felts, selectorOf),
      };
    }),
    inner: inner.map((call) => explainCall(call, find, undefined, caught)),
    sequence,
  };
}

function endOf(recorded: RecordedCall, caught: CaughtPanics): CallEnd {
  const { info } = recorded;
  if (!info) return { kind: 'error' };
  const felts = () => info.retdata.map(feltOf);
  if (info.failed)
    return {
      kind: 'panicked',
      get panic() {
        return decodePanicData(felts());
      },
      caughtAt: caught.get(recorded),
    };
  return {
    kind: 'returned',
    get retdata() {
      return felts();
    },
  };
}

const ENTRYPOINT_NOT_FOUND = feltOfAscii('ENTRYPOINT_NOT_FOUND');

/** A sentence about what went wrong in a phase; undefined if nothing did. `gasBound` is the L2 gas that the transaction may use. */
export function reasonOf(phase: RecordedPhase, find: FindClass, gasBound?: bigint): string | undefined {
  const reason = causeOf(phase, find);
  if (gasBound === undefined || !reason?.endsWith("panicked with 'Out of gas'.")) return reason;
  return `${reason} The bound of the transaction is ${groupedDigits(gasBound)} L2 gas: raise it, or look for an endless loop.`;
}

function causeOf({ root, error }: RecordedPhase, find: FindClass): string | undefined {
  if (!error) return root.info?.failed ? panicReason(panicChain(root), find) : undefined;
  const failed = uncaughtPanic(root, error);
  if (failed) return panicReason(panicChain(failed), find);
  const open = openChain(root);
  const [caller, last] = [open.at(-2), open.at(-1)!];
  const isMissing = find(last.call.classHash ?? ZERO_KEY) === undefined;
  if (caller && isMissing) return `${lastText(error)} It was called by ${nameOfRecorded(caller, find)}.`;
  return `${lastText(error)} This happened in ${nameOfRecorded(last, find)}.`;
}

const nameOfRecorded = (call: RecordedCall, find: FindClass): string =>
  nameOf(explainCall({ ...call, inner: [], events: [] }, find));

/** A sentence about a panic that went through these calls, outermost first. */
function panicReason(chain: readonly RecordedCall[], find: FindClass): string {
  const culprit = chain.at(-1)!;
  const felts = culprit.info!.retdata.map(feltOf);
  if (felts.length === 1 && felts[0] === ENTRYPOINT_NOT_FOUND) {
    const caller = chain.at(-2);
    return `${missingReason(culprit, find)}${caller ? ` ${nameOfRecorded(caller, find)} called it.` : ''}`;
  }
  return `${nameOfRecorded(culprit, find)} panicked with ${panicItemsText(decodePanicData(felts))}.`;
}

/** A sentence about the function that an outermost call wanted and the contract does not have; undefined if it has the function. */
export function missingIn({ root }: RecordedPhase, find: FindClass): string | undefined {
  const retdata = root.info?.retdata ?? [];
  return retdata.length === 1 && feltOf(retdata[0]!) === ENTRYPOINT_NOT_FOUND ? missingReason(root, find) : undefined;
}

/** A sentence about a selector that a contract does not have. */
function missingReason(call: RecordedCall, find: FindClass): string {
  const explained = explainCall({ ...call, inner: [], events: [] }, find);
  const { contractName = 'The contract', contractAddress, selector, classHash, functionName: name } = explained;
  const facts = classHash === undefined ? undefined : find(keyOf(classHash));
  const abi = facts && classAbi(facts.definition);
  const isMessage = call.call.entryPointType === 'L1_HANDLER';
  const named = isMessage ? [...(abi?.l1Handlers.values() ?? [])] : (abi?.functionList ?? []);
  const functions = named.map((each) => each.name);
  const contract = `${contractName} at ${shortHex(contractAddress)}`;
  const missing = { contract, selector: selector!, name, functions, isMessage };
  // Accounts too have no handlers of messages unless they declare some.
  const inAccount = isMessage ? undefined : missingInAccount(call.call.selector, { contract, functions });
  return inAccount ?? missingFunction(missing);
}

/** The text of an error's last segment. */
function lastText(segments: readonly ErrorSegment[]): string {
  const last = segments.at(-1);
  if (last?.kind === 'summary')
    return `A call failed with ${panicItemsText(decodePanicData(last.summary.retdata.map(feltOf)))}.`;
  const text = last?.kind === 'text' ? last.text.trim().replace(/\b0x0+(?=[0-9a-f])/g, '0x') : 'The execution stopped.';
  return text.endsWith('.') ? text : `${text}.`;
}

/** A call's contract and function by name, or by number where the name is unknown: `ERC20.transfer at 0x99`. */
export function nameOf({ contractName, functionName, contractAddress, selector, callType }: ExplainedCall): string {
  // A name says enough, and the list of contracts has the whole address.
  const address = contractName === undefined ? formatFelt(contractAddress) : shortHex(contractAddress);
  const name = functionName ?? (callType === 'CONSTRUCTOR' ? 'constructor' : undefined);
  const known = name ?? (selector === undefined ? 'an unknown function' : `function ${formatFelt(selector)}`);
  if (contractName === undefined) return `${known} of contract ${address}`;
  return name === undefined ? `${known} of ${contractName} at ${address}` : `${contractName}.${name} at ${address}`;
}
