import { formatFelt } from '../../../felt/felt.ts';
import { writeJson } from '../../../json/writeJson.ts';
import type { Difference } from '../differences.ts';
import type { ReplayedBlock } from '../replay.ts';

/** How a block of a range came out. */
export interface BlockResult {
  readonly block: number;
  /** Missing if the block could not be replayed. */
  readonly protocol?: string | undefined;
  readonly transactions: number;
  readonly outcome: 'equal' | 'different' | 'impossible';
  /** The number of transactions that differ. */
  readonly different: number;
  /** The first difference, or why the block cannot be replayed. */
  readonly first?: string | undefined;
}

const MAX_LENGTH = 400;

/** Says in short how a block came out. */
export function resultOf(replayed: ReplayedBlock): BlockResult {
  const { number: block, protocolVersion: protocol, transactions } = replayed;
  const different = transactions.filter(({ differences }) => differences.length > 0);
  const [transaction] = different;
  const first = transaction
    ? `transaction ${formatFelt(transaction.hash)}: ${differenceText(transaction.differences[0]!)}`
    : replayed.differences[0] && differenceText(replayed.differences[0]);
  return {
    block,
    protocol,
    transactions: transactions.length,
    outcome: first === undefined ? 'equal' : 'different',
    different: different.length,
    ...(first !== undefined && { first: first.slice(0, MAX_LENGTH) }),
  };
}

/** The result of a block that cannot be replayed. */
export const impossible = (block: number, reason: string): BlockResult => ({
  block,
  transactions: 0,
  outcome: 'impossible',
  different: 0,
  first: reason.slice(0, MAX_LENGTH),
});

const differenceText = ({ at, origin, replayed }: Difference): string =>
  `${at}: there ${valueText(origin)}, here ${valueText(replayed)}`;

const valueText = (value: unknown): string =>
  value === undefined ? 'nothing' : typeof value === 'string' ? value : writeJson(value).slice(0, MAX_LENGTH / 3);
