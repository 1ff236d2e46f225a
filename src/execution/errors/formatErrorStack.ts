import type { FeltKey } from '../../felt/key.ts';
import type { ErrorPhase, ErrorSegment, ErrorStack } from '../errorStack.ts';
import { formatRevertSummary } from './formatRevertSummary.ts';
import { hex64 } from './hex64.ts';

type EntryPointSegment = Extract<ErrorSegment, { kind: 'entryPoint' }>;

const HEADERS: Readonly<Record<ErrorPhase, string>> = {
  constructor: 'Contract constructor execution has failed:\n',
  execution: 'Transaction execution has failed:\n',
  validation: 'Transaction validation has failed:\n',
  none: '',
};

const PREAMBLES: Readonly<Record<EntryPointSegment['how'], string>> = {
  called: 'Error in the called contract',
  library: 'Error in a library call',
  constructor: 'Error in the contract class constructor',
};

/** A text longer than LONGEST is shown by its first and its last HALF bytes. */
const LONGEST = 15_100;
const HALF = 7_500;

/** The text of one segment. */
export function formatSegment(segment: ErrorSegment): string {
  switch (segment.kind) {
    case 'entryPoint': {
      const { depth, how, contractAddress, classHash, selector } = segment;
      const target = `contract address: ${hex64(contractAddress)}, class hash: ${hex64(classHash)}`;
      return `${depth}: ${PREAMBLES[how]} (${target}, selector: ${selector === undefined ? 'UNKNOWN' : hex64(selector)}):`;
    }
    case 'vm':
    case 'text':
      return segment.text;
    case 'summary':
      return formatRevertSummary(segment.summary);
  }
}

/** The whole text of a stack, as revert reasons carry it. */
export function formatErrorStack(stack: ErrorStack): string {
  return HEADERS[stack.phase] + shorten(stack.segments.map(formatSegment).join('\n'));
}

/** The stack of a failed outermost call: its own frame, then what its execution gave. */
export function errorStackOf(
  phase: ErrorPhase,
  top: { contractAddress: FeltKey; classHash: FeltKey; selector: FeltKey | undefined },
  inner: readonly ErrorSegment[],
): ErrorStack {
  const how = phase === 'constructor' ? 'constructor' : 'called';
  const { contractAddress, classHash, selector } = top;
  return { phase, segments: [{ kind: 'entryPoint', depth: 0, how, contractAddress, classHash, selector }, ...inner] };
}

// Lengths are of UTF-8 bytes: a Cairo 0 error message may hold any text.
function shorten(text: string): string {
  if (text.length * 3 <= LONGEST) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= LONGEST) return text;
  const isInside = (at: number) => (bytes[at]! & 0xc0) === 0x80;
  let headEnd = HALF;
  while (isInside(headEnd)) headEnd--;
  let tailStart = bytes.length - HALF;
  while (tailStart < bytes.length && isInside(tailStart)) tailStart++;
  const decoder = new TextDecoder();
  return `${decoder.decode(bytes.subarray(0, headEnd))}\n\n...\n\n${decoder.decode(bytes.subarray(tailStart))}`;
}
