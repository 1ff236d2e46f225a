import { finish, type Steps } from '../../async/steps.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import { shortHex } from '../../felt/shortHex.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { safeLine, safeLines } from '../../text/safeText.ts';
import { exactTokens } from '../../text/tokenAmount.ts';
import { argumentsText, ContractNames, emittedText, returnedText } from './callNames.ts';
import type { ExplainedCall, Explanation, Phase, StorageChange } from './explanation.ts';
import { formatStack, frameText } from './formatStack.ts';
import { type Paint, paintWith } from './paint.ts';
import { panicItemsText, shorten, withoutMarks } from './panicItems.ts';

interface ExplanationTextOptions {
  /** Whether the text is for a terminal with colours. */
  readonly color?: boolean;
  /** The short form has no storage changes, no addresses and no advice. */
  readonly short?: boolean;
  /** A longer text ends with a mark. */
  readonly maxChars?: number;
}

/** The text of an explanation for people, without a pause. */
export const formatExplanation = (explanation: Explanation, options?: ExplanationTextOptions): string =>
  finish(explanationText(explanation, options));

/** The text of an explanation for people: first the reason and the Cairo stack, then the tree of calls. */
export function* explanationText(explanation: Explanation, options: ExplanationTextOptions = {}): Steps<string> {
  const { stack, calls, fee, advice } = explanation;
  const { maxChars = Number.POSITIVE_INFINITY } = options;
  const paint = paintWith(options.color ?? false);
  const names = new ContractNames(calls);
  const lines = [headline(explanation, paint), ...formatStack(stack, paint)];
  if (calls.length > 0) lines.push('');
  const tree = new TreeText(lines, names, paint, maxChars);
  for (const call of calls) yield* tree.add(call, call.phase ? `${paint.dim(LABELS[call.phase])} ` : '', '');
  if (fee && fee.amount > 0n)
    lines.push('', `Fee: ${exactTokens(fee.amount)} ${TOKENS[fee.unit]} (${groupedDigits(fee.gas.l2Gas)} L2 gas)`);
  if (calls.some(hasSteps))
    lines.push('', paint.dim('Calls of Cairo 0 and early Cairo 1 classes are metered in steps.'));
  if (!options.short) {
    const changes = explanation.storageChanges();
    if (changes.length > 0) lines.push('', ...storageText(changes, names, paint));
    const contracts = names.list();
    if (contracts.length > 0)
      lines.push('', 'Contracts:', ...contracts.slice(0, MAX_LISTED).map((line) => `  ${line}`));
    if (contracts.length > MAX_LISTED) lines.push(`  … and ${contracts.length - MAX_LISTED} more`);
    if (advice !== undefined) lines.push('', paint.dim(advice));
  }
  const text = lines.join('\n').trimEnd();
  return `${text.length > maxChars ? `${text.slice(0, maxChars)}…` : text}\n`;
}

const TOKENS = { FRI: 'STRK', WEI: 'ETH' } as const;

const LABELS: Readonly<Record<Phase, string>> = {
  validate: 'validate:',
  execute: 'execute:',
  constructor: 'constructor:',
  l1_handler: 'L1 handler:',
  fee_transfer: 'fee transfer:',
};

const HEADLINES = {
  transaction: { succeeded: 'The transaction succeeded', failed: (status: string) => `The transaction was ${status}` },
  simulated: {
    succeeded: 'The transaction would succeed',
    failed: (status: string) => `The transaction would be ${status}`,
  },
  call: { succeeded: 'The call succeeded', failed: () => 'The call failed' },
} as const;

function headline({ subject, status, reason }: Explanation, paint: Paint): string {
  const words = HEADLINES[subject];
  if (status === 'succeeded') return paint.green(`${words.succeeded}.`);
  const why = reason === undefined ? '.' : `: ${safeLines(reason)}`;
  return paint.red(`${words.failed(status)}${why}`);
}

const hasSteps = (call: ExplainedCall): boolean => call.steps !== undefined || call.inner.some(hasSteps);

/** Longer lists are cut. */
const MAX_LISTED = 20;

function storageText(changes: readonly StorageChange[], names: ContractNames, paint: Paint): string[] {
  const lines = changes
    .slice(0, MAX_LISTED)
    .map(
      (change) =>
        `  ${names.of(change)} ${shortened(change.path ?? formatFelt(change.key))}: ${shortened(change.beforeText)} → ${shortened(change.afterText)}`,
    );
  if (changes.length > MAX_LISTED) lines.push(`  … and ${changes.length - MAX_LISTED} more`);
  return ['Storage changes:', ...lines.map(paint.dim)];
}

/** A text with its long felts shortened, on one line. */
const shortened = (text: string): string =>
  safeLine(shorten(text.replace(LONG_HEX, (hex) => shortHex(BigInt(hex) as Felt))));
const LONG_HEX = /0x[0-9a-f]{13,64}/g;

/** Deeper calls, and more lines in all, are left out of the text. */
const MAX_DEPTH = 64;
const MAX_LINES = 2000;
const CALL_TEXT = { maxLength: 200, hexDigits: 12 };

/** Adds calls to the lines of a tree, with their prints, events and inner calls in the order in which they happened. */
class TreeText {
  readonly #lines: string[];
  readonly #names: ContractNames;
  readonly #paint: Paint;
  /** The characters that may still be added. */
  #room: number;

  constructor(lines: string[], names: ContractNames, paint: Paint, maxChars: number) {
    this.#lines = lines;
    this.#names = names;
    this.#paint = paint;
    this.#room = maxChars;
  }

  *add(call: ExplainedCall, first: string, rest: string, depth = 0): Steps<void> {
    // Each line may stand for a very long list.
    yield;
    this.#push(`${first}${this.#callText(call)}`);
    const count = { call: 0, event: 0, print: 0 };
    for (const [i, act] of call.sequence.entries()) {
      const isLast = i === call.sequence.length - 1;
      const branch = `${rest}${isLast ? '└─ ' : '├─ '}`;
      if (this.#isFull || depth > MAX_DEPTH) {
        this.#lines.push(`${rest}└─ …`);
        return;
      }
      yield;
      const at = count[act]++;
      if (act === 'call') yield* this.add(call.inner[at]!, branch, `${rest}${isLast ? '   ' : '│  '}`, depth + 1);
      else if (act === 'print') this.#push(`${branch}${this.#print(call.prints[at]!)}`);
      else this.#push(`${branch}${this.#paint.blue(`emit ${emittedText(call.events[at]!, CALL_TEXT)}`)}`);
    }
  }

  get #isFull(): boolean {
    return this.#lines.length > MAX_LINES || this.#room < 0;
  }

  #push(line: string): void {
    this.#lines.push(line);
    this.#room -= line.length;
  }

  #print(text: string): string {
    // `println!` ends its text with a new line.
    return this.#paint.yellow(`print ${shorten(safeLine(JSON.stringify(text.replace(/\n$/, ''))))}`);
  }

  #callText(call: ExplainedCall): string {
    // The arguments of an account are the calls that stand below its execution.
    const isAccount = call.phase === 'validate' || (call.phase === 'execute' && call.inner.length > 0);
    const named = isAccount && call.functionName !== undefined ? `${safeLine(call.functionName)}(…)` : undefined;
    const text = `${this.#paint.bold(this.#names.of(call))}.${named ?? argumentsText(call, CALL_TEXT)}`;
    const kind = call.callType === 'DELEGATE' ? this.#paint.dim(' (library call)') : '';
    return `${text}${kind}${this.#paint.yellow(cheatText(call))}${this.#end(call)}${this.#paint.dim(costOf(call))}`;
  }

  #end(call: ExplainedCall): string {
    switch (call.end.kind) {
      case 'returned': {
        const text = returnedText(call, CALL_TEXT);
        const refusal = call.end.isRefusal ? this.#paint.red(" (not 'VALID')") : '';
        return text === '' ? refusal : ` → ${text}${refusal}`;
      }
      case 'panicked': {
        const { panic, caughtAt } = call.end;
        const place = caughtAt ? ` ${frameText(caughtAt)}` : '';
        return this.#paint.red(` panicked: ${safeLine(panicItemsText(withoutMarks(panic)))}${place}`);
      }
      case 'error':
        return this.#paint.red(' ended by an error');
    }
  }
}

/** What cheats changed in a call. */
function cheatText({ cheated, callType }: ExplainedCall): string {
  // A library call sees what the call sees that makes it, where it was said.
  if (!cheated || callType === 'DELEGATE') return '';
  const { mock, caller, realCaller, block } = cheated;
  const changes = [
    mock && 'mocked',
    caller && `caller cheated: ${shortHex(feltOf(caller))} instead of ${shortHex(feltOf(realCaller!))}`,
    block?.number !== undefined && `block number cheated: ${block.number}`,
    block?.timestamp !== undefined && `block time cheated: ${block.timestamp}`,
    block?.sequencerAddress !== undefined && `sequencer cheated: ${shortHex(feltOf(block.sequencerAddress))}`,
  ];
  return ` (${changes.filter(Boolean).join(', ')})`;
}

function costOf({ gas, steps }: ExplainedCall): string {
  if (gas !== undefined) return ` [${groupedDigits(gas)} gas]`;
  return steps === undefined ? '' : ` [${groupedDigits(steps)} steps]`;
}
