import { restIfDue } from '../async/turns.ts';
import { limits } from '../protocol/limits.ts';
import { invalidParams } from './ethError.ts';
import { address, blockTag, hash, list, object, optional } from './ethParams.ts';
import { blockAt, findBlock } from './findBlock.ts';
import { type EthLog, type L1Head, newestBlock } from './l1Head.ts';

/** Which log entries a client wants. */
export interface LogFilter {
  readonly from: number;
  readonly to: number;
  /** Undefined: of any contract. */
  readonly addresses: ReadonlySet<string> | undefined;
  /** By position. Undefined: any topic. */
  readonly topics: readonly (ReadonlySet<string> | undefined)[];
}

const MOST = 1000;

/** One value or a list of them. */
function oneOrMore(read: (value: unknown, name: string) => string, value: unknown, name: string) {
  if (value === undefined || value === null) return undefined;
  return new Set(Array.isArray(value) ? list(read, MOST)(value, name) : [read(value, name)]);
}

export function readLogFilter(head: L1Head, given: unknown, isFuture = false): LogFilter {
  const filter = object(given, 'filter');
  const topics = optional(list((value) => value, 4))(filter['topics'], 'filter.topics') ?? [];
  const of = {
    addresses: oneOrMore(address, filter['address'], 'filter.address'),
    topics: topics.map((topic, i) => oneOrMore(hash, topic, `filter.topics[${i}]`)),
  };
  if (filter['blockHash'] !== undefined) {
    const number = Number(blockAt(head, hash(filter['blockHash'], 'filter.blockHash')).header.number);
    return { ...of, from: number, to: number };
  }
  const newest = Number(newestBlock(head).header.number);
  const place = (name: 'fromBlock' | 'toBlock'): number => {
    const tag = blockTag(filter[name], `filter.${name}`);
    // A filter that is kept follows the newest block.
    if (isFuture && name === 'toBlock' && (tag === 'latest' || tag === 'pending')) return Number.POSITIVE_INFINITY;
    return typeof tag === 'bigint' ? Number(tag) : Number(findBlock(head, tag)?.header.number ?? newest);
  };
  return { ...of, from: place('fromBlock'), to: place('toBlock') };
}

/** The block that a filter begins with by its number; 0 if by a tag, which means another block after a return to an earlier one. */
export function numberedStart(given: unknown): number {
  const tag = blockTag(object(given, 'filter')['fromBlock'], 'filter.fromBlock');
  return typeof tag === 'bigint' ? Number(tag) : 0;
}

/** The log entries that a filter wants, in order, for a client: as many as an answer may have. */
export const answeredLogs = (head: L1Head, filter: LogFilter): Promise<readonly EthLog[]> =>
  findLogs(head, filter, { most: limits.l1Logs });

/** The same, without a limit unless one is given. `rest` is called between blocks. */
export async function findLogs(
  head: L1Head,
  { from, to, addresses, topics }: LogFilter,
  { most = Number.POSITIVE_INFINITY, rest = restIfDue } = {},
): Promise<readonly EthLog[]> {
  const found: EthLog[] = [];
  const wants = (log: EthLog) =>
    (addresses === undefined || addresses.has(log.address)) &&
    topics.every((wanted, i) => wanted === undefined || wanted.has(log.topics[i] ?? ''));
  for (let number = Math.max(from, 0); number <= Math.min(to, head.blocks.length - 1); number++) {
    for (const { receipt } of head.blocks.at(number)!.executed) found.push(...receipt.logs.filter(wants));
    if (found.length > most) throw invalidParams(`More than ${most} log entries match. Ask for fewer blocks.`);
    await rest();
  }
  return found;
}
