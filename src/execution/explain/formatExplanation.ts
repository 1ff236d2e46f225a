import { formatPanicData, type PanicItem } from '../../abi/panicData.ts';
import { formatFelt } from '../../felt/felt.ts';
import { nameOf } from './explainCalls.ts';
import type { ExplainedCall, Explanation } from './explanation.ts';

/** The text of an explanation for a terminal: first the reason, then the tree of calls. */
export function formatExplanation(explanation: Explanation): string {
  const { status, reason, locations, calls } = explanation;
  const lines = [reason === undefined ? `The transaction ${status}.` : `The transaction was ${status}: ${reason}`];
  for (const location of locations) lines.push(`  at ${location}`);
  if (status === 'succeeded') lines[0] = 'The transaction succeeded.';
  lines.push('');
  for (const call of calls) addCall(lines, call, '', '');
  return `${lines.join('\n').trimEnd()}\n`;
}

function addCall(lines: string[], call: ExplainedCall, first: string, rest: string): void {
  lines.push(`${first}${nameOf(call)}${kindOf(call)} ${endOf(call)}${costOf(call)}`);
  for (const print of call.prints) lines.push(`${rest}  printed: ${print}`);
  for (const [i, inner] of call.inner.entries()) {
    const isLast = i === call.inner.length - 1;
    addCall(lines, inner, `${rest}${isLast ? '└─ ' : '├─ '}`, `${rest}${isLast ? '   ' : '│  '}`);
  }
}

const KINDS: Readonly<Record<ExplainedCall['callType'], string>> = {
  CALL: '',
  DELEGATE: ', as a library,',
  CONSTRUCTOR: '',
  L1_HANDLER: ', for a message from L1,',
};
const kindOf = ({ callType }: ExplainedCall) => KINDS[callType];

function endOf({ end }: ExplainedCall): string {
  switch (end.kind) {
    case 'returned':
      return end.retdata.length === 0 ? 'returned' : `returned ${shorten(end.retdata.map(formatFelt).join(', '))}`;
    case 'panicked':
      return `panicked: ${shorten(end.panic.map(itemText).join(', '))}`;
    case 'error':
      return 'was ended by an error';
  }
}

function itemText(item: PanicItem): string {
  if (item.kind === 'text') return `"${item.text}"`;
  return item.shortString ? `'${item.shortString}'` : formatPanicData([item.felt]);
}

const LONGEST = 200;
const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

function costOf({ gas, steps }: ExplainedCall): string {
  if (gas !== undefined) return ` (${gas.toLocaleString('en-US')} gas)`;
  return steps === undefined ? '' : ` (${steps.toLocaleString('en-US')} steps)`;
}
