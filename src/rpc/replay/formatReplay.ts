import { formatFelt } from '../../felt/felt.ts';
import { writeJson } from '../../json/writeJson.ts';
import { safeLine } from '../../text/safeText.ts';
import { formatExplanation } from '../../tools/explain/formatExplanation.ts';
import { paintWith } from '../../tools/explain/paint.ts';
import type { Difference } from './differences.ts';
import type { ReplayedBlock, ReplayedTransaction } from './replay.ts';

/** The most differences that the text lists. */
const SHOWN = 20;
const MAX_VALUE_LENGTH = 200;

/** What a replay found, for people. */
export function formatReplay(replayed: ReplayedTransaction, url: string, color: boolean): string {
  const { blockNumber, index, count, protocolVersion, notes, explanation } = replayed;
  const lines = [
    formatFelt(replayed.hash),
    `${replayed.type}, block ${blockNumber}, transaction ${index + 1} of ${count}, protocol ${protocolVersion}`,
    verdict(replayed, url, color),
    ...listed(replayed.differences),
    ...noted(notes),
  ];
  const text = explanation ? `\n${formatExplanation(explanation, { color })}` : '';
  return `${lines.join('\n')}\n${text}`;
}

/** What a replay of a whole block found, for people. */
export function formatReplayedBlock(block: ReplayedBlock, url: string, color: boolean): string {
  const paint = paintWith(color);
  const { transactions, differences } = block;
  const different = transactions.filter(({ differences }) => differences.length > 0);
  const lines = transactions.map(
    (one) =>
      `${one.differences.length === 0 ? paint.green('same     ') : paint.red('different')}  ${formatFelt(one.hash)}  ${one.type.padEnd(TYPE_WIDTH)}  ${comparedOf(one)}`,
  );
  for (const one of different) lines.push('', formatFelt(one.hash), ...listed(one.differences), ...noted(one.notes));
  const isSame = different.length === 0 && differences.length === 0;
  lines.push(
    '',
    isSame
      ? paint.green(`Block ${block.number}: all ${transactions.length} ${comparedIn(block)} are the same as at ${url}.`)
      : paint.red(
          different.length === 0
            ? `Block ${block.number}: no transaction differs from ${url}, but the block does.`
            : `Block ${block.number}: ${different.length} of ${transactions.length} transactions differ from ${url}.`,
        ),
    ...(differences.length > 0 ? ['The block differs:', ...listed(differences)] : []),
    ...noted(block.notes),
  );
  return `${lines.join('\n').trim()}\n`;
}

/** The longest name of a type of transactions. */
const TYPE_WIDTH = 'DEPLOY_ACCOUNT'.length;

/** What is equal of a transaction, and its first difference. */
function comparedOf(one: ReplayedTransaction): string {
  const [first, ...more] = one.differences;
  const equal = equalParts(one).join(', ') || 'nothing';
  if (!first) return equal;
  const count = more.length > 0 ? `, and ${more.length} more` : '';
  return `${equal}; differs in ${safeLine(first.at)}${count}`;
}

/** The parts of a transaction that were compared and are equal. */
export function equalParts({
  differences,
  isReceiptCompared,
  isTraceCompared,
}: ReplayedTransaction): readonly string[] {
  const isEqual = (part: string) => !differences.some(({ at }) => at === part || at.startsWith(`${part}.`));
  const isRejected = !isEqual('outcome');
  return [
    ...(isEqual('hash') ? ['hash'] : []),
    ...(isReceiptCompared && !isRejected && isEqual('receipt') ? ['receipt'] : []),
    ...(isTraceCompared && isEqual('trace') ? ['trace'] : []),
  ];
}

/** What was compared of the transactions of a block; a node may have neither traces nor state diffs. */
function comparedIn({ transactions, isDiffCompared, areHashesCompared }: ReplayedBlock): string {
  if (!transactions.every(({ isReceiptCompared }) => isReceiptCompared))
    return isDiffCompared ? 'cells of the state diff' : 'hashes';
  const parts = transactions.every(({ isTraceCompared }) => isTraceCompared) ? 'transactions' : 'receipts';
  if (!isDiffCompared) return parts;
  return areHashesCompared ? `${parts}, the state diff, the commitments and the hash` : `${parts} and the state diff`;
}

function verdict(
  { differences, isChanged, isTraceCompared }: ReplayedTransaction,
  url: string,
  color: boolean,
): string {
  const paint = paintWith(color);
  const parts = isTraceCompared ? 'receipt, trace and state diff' : 'receipt';
  if (differences.length === 0)
    return isChanged ? 'What you changed makes no difference.' : paint.green(`The same as at ${url}: ${parts}.`);
  const number = differences.length === 1 ? 'is one difference' : `are ${differences.length} differences`;
  return isChanged ? `With what you changed, there ${number} from ${url}:` : paint.red(`There ${number} from ${url}:`);
}

const noted = (notes: readonly string[]): readonly string[] => notes.map((note) => `Note: ${safeLine(note)}`);

const listed = (differences: readonly Difference[]): readonly string[] => [
  ...differences
    .slice(0, SHOWN)
    .flatMap(({ at, origin, replayed }) => [
      `  ${safeLine(at)}`,
      `    there  ${shown(origin)}`,
      `    here   ${shown(replayed)}`,
    ]),
  ...(differences.length > SHOWN ? [`  … and ${differences.length - SHOWN} more (--json shows all)`] : []),
];

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : writeJson(value as never);
  return safeLine(text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text);
}
