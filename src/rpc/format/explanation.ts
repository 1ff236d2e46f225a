import type { AbiFunction } from '../../abi/abiModel.ts';
import { decodeArguments, decodeResult, decodeValue } from '../../abi/decode.ts';
import { decodeMembersOf } from '../../abi/events.ts';
import type { PanicItem } from '../../abi/panicData.ts';
import type { Steps } from '../../async/steps.ts';
import type { L2Parts } from '../../execution/gas/transactionGas.ts';
import type { Felt } from '../../felt/felt.ts';
import { argumentsText, emittedText, returnedText } from '../../tools/explain/callNames.ts';
import type { CellChange, ExplainedCall, ExplainedEvent, Explanation } from '../../tools/explain/explanation.ts';
import { explanationText } from '../../tools/explain/formatExplanation.ts';
import { type StackFrame, spanText } from '../../tools/explain/stackFrame.ts';
import type { DecodedStorage } from '../../tools/storage/storageEntry.ts';
import { formatCheatedCall, type TracedCheats } from './cheat.ts';
import { type Hex, hex, hexList } from './hex.ts';

/** An explanation of the result of a transaction or call. */
export interface TransactionExplanation {
  readonly status: 'SUCCEEDED' | 'REVERTED' | 'REJECTED';
  readonly reason: string | null;
  /** The places in the Cairo source as `file:line`, innermost first. */
  readonly locations: readonly string[];
  /** The Cairo functions that the failure went through, innermost first. */
  readonly stack: readonly FrameExplanation[];
  readonly calls: readonly CallExplanation[];
  readonly storage_changes: readonly StorageChangeExplanation[];
  /** The number of storage changes, if they are truncated here. */
  readonly storage_changes_length?: number;
  readonly fee: FeeExplanation | null;
  /** How to get the source lines that are missing. */
  readonly advice: string | null;
  /** The explanation as text for people. */
  readonly text: string;
}

/** A Cairo function on the way of a failure. Lines and columns count from 1. */
export interface FrameExplanation {
  readonly function_name: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly end_line: number | null;
  readonly end_column: number | null;
  /** Whether it is part of Cairo's core library. */
  readonly is_core: boolean;
  /** The line with the two before and after it; null if the node cannot read its file. */
  readonly source: SourceExplanation | null;
}

/** Lines of a Cairo file. */
export interface SourceExplanation {
  readonly first_line: number;
  readonly lines: readonly string[];
  /** Whether the file was changed after the build: these may not be the lines that were compiled. */
  readonly is_changed: boolean;
}

/** A changed variable or entry of one. `key`, `before` and `after` are those of its first changed cell. */
export interface StorageChangeExplanation extends CellChangeExplanation {
  readonly contract_address: Hex;
  readonly contract_name: string | null;
  /** Such as `ERC20_balances[0x64b4…]`, with whole felts; null if it is not known. */
  readonly path: string | null;
  /** The type of the value; null if it is not decoded. */
  readonly type: string | null;
  /** The decoded values; null if the type is not known. */
  readonly value_before: DecodedValue;
  readonly value_after: DecodedValue;
  /** Every changed cell. */
  readonly cells: readonly CellChangeExplanation[];
}

export interface CellChangeExplanation {
  readonly key: Hex;
  readonly before: Hex;
  readonly after: Hex;
}

export interface FeeExplanation {
  /** A decimal number. */
  readonly amount: string;
  readonly unit: 'FRI' | 'WEI';
  readonly l1_gas: string;
  readonly l1_data_gas: string;
  readonly l2_gas: string;
  /** The parts of the L2 gas that no call used; null if they are not known. */
  readonly l2_gas_parts: L2GasParts | null;
}

export interface L2GasParts {
  /** Calldata, signature, events and code, which are stored. */
  readonly data: string;
  readonly new_storage_cells: string;
  /** The operating system, and calls that are metered in steps. */
  readonly operating_system: string;
}

/**
 * A decoded value: integers are decimal text, felts, addresses and class hashes hexadecimal text, structs objects, enums the name
 * of the variant or an object with that name, options null or the value.
 */
export type DecodedValue =
  | string
  | boolean
  | null
  | readonly DecodedValue[]
  | { readonly [name: string]: DecodedValue };

/** An event with the names that its class gives it. */
export interface EventExplanation {
  readonly keys: readonly Hex[];
  readonly data: readonly Hex[];
  readonly name: string | null;
  /** The members by name; null if they cannot be decoded or are long. */
  readonly members: DecodedValue;
  readonly text: string;
}

/** A call with the names that its class gives it. */
export interface CallExplanation extends CallEndExplanation {
  /** What an outermost call of a transaction is for. */
  readonly phase: 'VALIDATE' | 'EXECUTE' | 'CONSTRUCTOR' | 'L1_HANDLER' | 'FEE_TRANSFER' | null;
  readonly contract_address: Hex;
  readonly class_hash: Hex | null;
  readonly contract_name: string | null;
  readonly selector: Hex | null;
  readonly function_name: string | null;
  readonly call_type: ExplainedCall['callType'];
  readonly calldata: readonly Hex[];
  /** The length of the calldata, if it is truncated here. */
  readonly calldata_length?: number;
  /** The arguments by name; null if they cannot be decoded or are long. */
  readonly arguments: DecodedValue;
  /** The function with its arguments as text. */
  readonly text: string;
  /** Only of a call that cheats changed. */
  readonly cheats?: TracedCheats;
  /** In L2 gas, inner calls included; null if the class is metered in steps. */
  readonly gas: number | null;
  readonly steps: number | null;
  readonly prints: readonly string[];
  /** Dropped by the chain if the call or one of its callers failed. */
  readonly events: readonly EventExplanation[];
  /** The order of the prints, events and inner calls: the nth EVENT is `events[n]`. */
  readonly sequence: readonly ('CALL' | 'EVENT' | 'PRINT')[];
  readonly calls: readonly CallExplanation[];
}

export interface CallEndExplanation {
  readonly end: 'RETURNED' | 'PANICKED' | 'ERROR';
  readonly retdata?: readonly Hex[];
  /** The length of the returned data, if it is truncated here. */
  readonly retdata_length?: number;
  /** The decoded result; null if it is nothing, cannot be decoded or is long. */
  readonly result?: DecodedValue;
  readonly result_text?: string;
  readonly panic?: readonly string[];
  /** Where a panic started that a caller caught; missing if it is not known. */
  readonly caught_at?: FrameExplanation;
}

const STATUS = { succeeded: 'SUCCEEDED', reverted: 'REVERTED', rejected: 'REJECTED' } as const;

/** An explanation for programs, with the text for people beside it, which can have the colours of a terminal. */
export function* formatExplained(explanation: Explanation, color = false): Steps<TransactionExplanation> {
  const changes = explanation.storageChanges();
  return {
    status: STATUS[explanation.status],
    reason: explanation.reason ?? null,
    locations: explanation.stack.flatMap(({ span }) => (span ? [spanText(span)] : [])),
    stack: explanation.stack.map(formatFrame),
    calls: yield* formatCalls(explanation.calls),
    storage_changes: changes.slice(0, MOST_FELTS).map((change) => ({
      contract_address: hex(change.contractAddress),
      contract_name: change.contractName ?? null,
      path: change.path ?? null,
      type: change.type ?? null,
      key: hex(change.key),
      before: hex(change.before),
      after: hex(change.after),
      value_before: formatDecoded(change.beforeValue),
      value_after: formatDecoded(change.afterValue),
      cells: change.cells.slice(0, MOST_FELTS).map(formatCellChange),
    })),
    ...(changes.length > MOST_FELTS ? { storage_changes_length: changes.length } : {}),
    fee: explanation.fee
      ? {
          amount: `${explanation.fee.amount}`,
          unit: explanation.fee.unit,
          l1_gas: `${explanation.fee.gas.l1Gas}`,
          l1_data_gas: `${explanation.fee.gas.l1DataGas}`,
          l2_gas: `${explanation.fee.gas.l2Gas}`,
          l2_gas_parts: formatL2Parts(explanation.fee.l2Parts),
        }
      : null,
    advice: explanation.advice ?? null,
    text: yield* explanationText(explanation, { color }),
  };
}

const formatL2Parts = (parts: L2Parts | undefined): L2GasParts | null =>
  parts
    ? { data: `${parts.data}`, new_storage_cells: `${parts.newCells}`, operating_system: `${parts.resources}` }
    : null;

const formatCellChange = ({ key, before, after }: CellChange): CellChangeExplanation => ({
  key: hex(key),
  before: hex(before),
  after: hex(after),
});

/** A decoded value as JSON; null if there is none. */
export const formatDecoded = (value: DecodedStorage | undefined): DecodedValue =>
  value ? decoded(value.felts.length, () => decodeValue(value.type, value.felts)) : null;

/** Longer lists are truncated, because an explanation is for people. The trace has all of it. */
const MOST_FELTS = 256;

/** A list of felts. Of a long one it is the beginning, and the length. */
const shown = <N extends 'calldata' | 'retdata'>(name: N, felts: readonly Felt[]) =>
  (felts.length <= MOST_FELTS
    ? { [name]: hexList(felts) }
    : { [name]: hexList(felts.slice(0, MOST_FELTS)), [`${name}_length`]: felts.length }) as ShownFelts<N>;
type ShownFelts<N extends string> = { readonly [K in N]: readonly Hex[] } & { readonly [K in `${N}_length`]?: number };

const formatFrame = ({ functionName, span, isCore, source }: StackFrame): FrameExplanation => ({
  function_name: functionName ?? null,
  file: span?.file ?? null,
  line: span?.line ?? null,
  column: span?.column ?? null,
  end_line: span?.endLine ?? null,
  end_column: span?.endColumn ?? null,
  is_core: isCore,
  source: source ? { first_line: source.firstLine, lines: source.lines, is_changed: source.isChanged } : null,
});

export const PHASES = {
  validate: 'VALIDATE',
  execute: 'EXECUTE',
  constructor: 'CONSTRUCTOR',
  l1_handler: 'L1_HANDLER',
  fee_transfer: 'FEE_TRANSFER',
} as const;
export type PhaseName = (typeof PHASES)[keyof typeof PHASES];
const ACTS = { call: 'CALL', event: 'EVENT', print: 'PRINT' } as const;

/** What `decode` reads, or null: felts that do not fit their ABI, and long lists, are only shown as felts. */
function decoded(felts: number, decode: () => unknown): DecodedValue {
  if (felts > MOST_FELTS) return null;
  try {
    return plainValue(decode());
  } catch {
    return null;
  }
}

/** A decoded value as JSON can have it. */
function plainValue(value: unknown): DecodedValue {
  if (typeof value === 'bigint') return `${value}`;
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainValue(member)]));
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

const argumentsOf = (abi: AbiFunction | undefined, { calldata }: ExplainedCall): DecodedValue =>
  abi ? decoded(calldata.length, () => decodeArguments(abi, calldata)) : null;

/** An event with its name and its members, as far as its ABI is known. */
export const explainEvent = (event: ExplainedEvent): EventExplanation => ({
  keys: hexList(event.keys),
  data: hexList(event.data),
  name: event.abi?.name ?? null,
  members: event.abi ? decoded(event.keys.length + event.data.length, () => decodeMembersOf(event.abi!, event)) : null,
  text: emittedText(event),
});

function* formatCalls(calls: readonly ExplainedCall[]): Steps<readonly CallExplanation[]> {
  const formatted: CallExplanation[] = [];
  for (const call of calls) formatted.push(yield* formatCall(call));
  return formatted;
}

function* formatEvents(events: readonly ExplainedEvent[]): Steps<readonly EventExplanation[]> {
  const formatted: EventExplanation[] = [];
  for (const event of events) {
    formatted.push(explainEvent(event));
    yield;
  }
  return formatted;
}

function* formatCall(call: ExplainedCall): Steps<CallExplanation> {
  yield;
  return {
    phase: call.phase ? PHASES[call.phase] : null,
    contract_address: hex(call.contractAddress),
    class_hash: call.classHash === undefined ? null : hex(call.classHash),
    contract_name: call.contractName ?? null,
    selector: call.selector === undefined ? null : hex(call.selector),
    function_name: call.functionName ?? null,
    call_type: call.callType,
    ...shown('calldata', call.calldata),
    arguments: argumentsOf(call.abi, call),
    text: argumentsText(call),
    ...(call.cheated && { cheats: formatCheatedCall(call.cheated) }),
    ...endOf(call),
    gas: call.gas ?? null,
    steps: call.steps ?? null,
    prints: call.prints,
    events: yield* formatEvents(call.events),
    sequence: call.sequence.map((act) => ACTS[act]),
    calls: yield* formatCalls(call.inner),
  };
}

function endOf(call: ExplainedCall): CallEndExplanation {
  const { end, abi } = call;
  switch (end.kind) {
    case 'returned':
      return {
        end: 'RETURNED',
        ...shown('retdata', end.retdata),
        result: abi ? decoded(end.retdata.length, () => decodeResult(abi, end.retdata)) : null,
        result_text: returnedText(call),
      };
    case 'panicked':
      return {
        end: 'PANICKED',
        panic: end.panic.slice(0, MOST_FELTS).map(formatItem),
        ...(end.caughtAt ? { caught_at: formatFrame(end.caughtAt) } : {}),
      };
    case 'error':
      return { end: 'ERROR' };
  }
}

const formatItem = (item: PanicItem): string =>
  item.kind === 'text' ? item.text : (item.shortString ?? hex(item.felt));
