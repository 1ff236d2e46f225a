import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, formatKey, ZERO_KEY } from '../../felt/key.ts';
import type { CallInfo } from '../callInfo.ts';
import type { ErrorPhase, ErrorSegment, ErrorStack } from '../errorStack.ts';
import { formatErrorStack, formatSegment } from './formatErrorStack.ts';

/** An error in the nested form of JSON-RPC: a text, or a contract with the error of its callee. */
export type ContractError = string | ContractErrorFrame;

export interface ContractErrorFrame {
  readonly contractAddress: Felt;
  readonly classHash: Felt;
  /** Zero if the entry point is unknown. */
  readonly selector: Felt;
  /** The panic data, if the call panicked. JSON-RPC leaves it out; errors with code -1 show it. */
  readonly returnData: readonly FeltKey[];
  readonly error: ContractError;
}

const WITHOUT_SEGMENTS: Readonly<Record<ErrorPhase, string>> = {
  constructor: 'Constructor error',
  execution: 'Execution error',
  validation: 'Validation error',
  none: 'Unknown error',
};

const WITHOUT_INNER = {
  called: 'Error in external contract',
  library: 'Error in library call',
  constructor: 'Error in constructor',
} as const;

/** The nested form of an error stack: the frames, outermost first, with the text of the last segment inside. */
export function contractErrorOf(stack: ErrorStack): ContractError {
  const text = formatErrorStack(stack);
  let error: ContractError | undefined;
  for (const segment of stack.segments.toReversed()) error = nestSegment(segment, error, text);
  return error ?? (text ? `${text} ${WITHOUT_SEGMENTS[stack.phase]}` : WITHOUT_SEGMENTS[stack.phase]);
}

function nestSegment(segment: ErrorSegment, inner: ContractError | undefined, text: string): ContractError {
  switch (segment.kind) {
    case 'summary': {
      let error: ContractError = `${text} ${jsonFelts(segment.summary.retdata)}`;
      for (const frame of segment.summary.frames.toReversed()) error = nestFrame(frame, segment.summary.retdata, error);
      return error;
    }
    case 'vm':
      return inner ?? `${text} ${formatSegment(segment)}`;
    case 'text':
      return segment.text;
    case 'entryPoint':
      return nestFrame(segment, [], inner ?? `${text} ${WITHOUT_INNER[segment.callKind]}`);
  }
}

/** The nested form of a plain call that panicked: every failed call in it, and the panic data of all of them, outermost first. */
export function contractErrorOfCall(info: CallInfo): ContractError {
  const failed: CallInfo[] = [];
  collectFailed(info, failed);
  const retdata = failed.toReversed().flatMap((call) => call.retdata);
  let error: ContractError = jsonFelts(retdata);
  for (const inner of failed) error = nestFrame(inner.call, inner.retdata, error);
  return error;
}

/** Collects inner calls before outer ones. The recursion is at most 50 deep, like the calls. */
function collectFailed(info: CallInfo, failed: CallInfo[]): void {
  for (const inner of info.inner) collectFailed(inner, failed);
  if (info.failed) failed.push(info);
}

const nestFrame = (
  frame: { contractAddress: FeltKey; classHash: FeltKey | undefined; selector: FeltKey | undefined },
  retdata: readonly FeltKey[],
  error: ContractError,
): ContractErrorFrame => ({
  contractAddress: feltOf(frame.contractAddress),
  classHash: feltOf(frame.classHash ?? ZERO_KEY),
  selector: feltOf(frame.selector ?? ZERO_KEY),
  returnData: retdata,
  error,
});

const jsonFelts = (felts: readonly FeltKey[]) => `[${felts.map((felt) => `"${formatKey(felt)}"`).join(',')}]`;
