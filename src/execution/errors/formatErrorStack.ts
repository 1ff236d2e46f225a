import { type FeltKey, formatKey64 } from '../../felt/key.ts';
import type { ErrorPhase, ErrorSegment, ErrorStack } from '../errorStack.ts';
import { formatRevertSummary } from './formatRevertSummary.ts';

type EntryPointSegment = Extract<ErrorSegment, { kind: 'entryPoint' }>;

const HEADERS: Readonly<Record<ErrorPhase, string>> = {
  constructor: 'Contract constructor execution has failed:\n',
  execution: 'Transaction execution has failed:\n',
  validation: 'Transaction validation has failed:\n',
  none: '',
};

const PREAMBLES: Readonly<Record<EntryPointSegment['callKind'], string>> = {
  called: 'Error in the called contract',
  library: 'Error in a library call',
  constructor: 'Error in the contract class constructor',
};

/** Of a text longer than MAX_BYTES only the first and the last HALF_BYTES are shown. */
const MAX_BYTES = 15_100;
const HALF_BYTES = 7_500;

/** The text of one segment. */
export function formatSegment(segment: ErrorSegment): string {
  switch (segment.kind) {
    case 'entryPoint': {
      const { depth, callKind, contractAddress, classHash, selector } = segment;
      const target = `contract address: ${formatKey64(contractAddress)}, class hash: ${formatKey64(classHash)}`;
      return `${depth}: ${PREAMBLES[callKind]} (${target}, selector: ${selector === undefined ? 'UNKNOWN' : formatKey64(selector)}):`;
    }
    case 'vm':
    case 'text':
      return segment.text;
    case 'summary':
      return formatRevertSummary(segment.summary);
  }
}

/** The whole text of an error stack, as in revert reasons. */
export function formatErrorStack(stack: ErrorStack): string {
  return HEADERS[stack.phase] + shorten(stack.segments.map(formatSegment).join('\n'));
}

/** The error stack of a failed outermost call: its own segment, then those of its execution. */
export function errorStackOf(
  phase: ErrorPhase,
  top: { contractAddress: FeltKey; classHash: FeltKey; selector: FeltKey | undefined },
  inner: readonly ErrorSegment[],
): ErrorStack {
  const callKind = phase === 'constructor' ? 'constructor' : 'called';
  const { contractAddress, classHash, selector } = top;
  return {
    phase,
    segments: [{ kind: 'entryPoint', depth: 0, callKind, contractAddress, classHash, selector }, ...inner],
  };
}

// Lengths are in UTF-8 bytes, since a Cairo 0 error message may contain any text.
function shorten(text: string): string {
  if (text.length * 3 <= MAX_BYTES) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= MAX_BYTES) return text;
  const isContinuationByte = (at: number) => (bytes[at]! & 0xc0) === 0x80;
  let headEnd = HALF_BYTES;
  while (isContinuationByte(headEnd)) headEnd--;
  let tailStart = bytes.length - HALF_BYTES;
  while (tailStart < bytes.length && isContinuationByte(tailStart)) tailStart++;
  const decoder = new TextDecoder();
  return `${decoder.decode(bytes.subarray(0, headEnd))}\n\n...\n\n${decoder.decode(bytes.subarray(tailStart))}`;
}
