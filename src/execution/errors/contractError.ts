import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, ZERO_KEY } from '../../felt/key.ts';
import type { CallInfo } from '../callInfo.ts';
import type { ErrorPhase, ErrorSegment, ErrorStack } from '../errorStack.ts';
import { formatErrorStack, formatSegment } from './formatErrorStack.ts';
import { hex } from './hex64.ts';

/** A failure as JSON-RPC nests it: a text, or a contract around the failure of what it called. */
export type ContractError = string | ContractErrorFrame;

export interface ContractErrorFrame {
  readonly contractAddress: Felt;
  readonly classHash: Felt;
  /** Zero when the entry point was not known. */
  readonly selector: Felt;
  /** What it returned, when it panicked. JSON-RPC leaves it out, errors of code -1 show it. */
  readonly returnData: readonly Felt[];
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

/** The nested form of an error stack: frames outside, the text of the innermost segment inside. */
export function contractErrorOf(stack: ErrorStack): ContractError {
  const text = formatErrorStack(stack);
  let error: ContractError | undefined;
  for (const segment of stack.segments.toReversed()) error = around(segment, error, text);
  return error ?? (text ? `${text} ${WITHOUT_SEGMENTS[stack.phase]}` : WITHOUT_SEGMENTS[stack.phase]);
}

function around(segment: ErrorSegment, inner: ContractError | undefined, text: string): ContractError {
  switch (segment.kind) {
    case 'summary': {
      let error: ContractError = `${text} ${jsonFelts(segment.summary.retdata)}`;
      for (const frame of segment.summary.frames.toReversed()) error = wrap(frame, segment.summary.retdata, error);
      return error;
    }
    case 'vm':
      return inner ?? `${text} ${formatSegment(segment)}`;
    case 'text':
      return segment.text;
    case 'entryPoint':
      return wrap(segment, [], inner ?? `${text} ${WITHOUT_INNER[segment.how]}`);
  }
}

/** The nested form of a plain call that panicked: every failed call inside it, and all their panic data, outermost first. */
export function contractErrorOfCall(info: CallInfo): ContractError {
  const failed: CallInfo[] = [];
  collectFailed(info, failed);
  const retdata = failed.toReversed().flatMap((call) => call.retdata);
  let error: ContractError = jsonFelts(retdata);
  for (const inner of failed) error = wrap(inner.call, inner.retdata, error);
  return error;
}

/** Inner calls before outer ones. Calls nest at most 50 deep. */
function collectFailed(info: CallInfo, failed: CallInfo[]): void {
  for (const inner of info.inner) collectFailed(inner, failed);
  if (info.failed) failed.push(info);
}

const wrap = (
  frame: { contractAddress: FeltKey; classHash: FeltKey | undefined; selector: FeltKey | undefined },
  retdata: readonly FeltKey[],
  error: ContractError,
): ContractErrorFrame => ({
  contractAddress: feltOf(frame.contractAddress),
  classHash: feltOf(frame.classHash ?? ZERO_KEY),
  selector: feltOf(frame.selector ?? ZERO_KEY),
  returnData: retdata.map(feltOf),
  error,
});

const jsonFelts = (felts: readonly FeltKey[]) => `[${felts.map((felt) => `"${hex(felt)}"`).join(',')}]`;
