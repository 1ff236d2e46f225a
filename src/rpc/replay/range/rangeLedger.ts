import { formatFelt, parseFelt } from '../../../felt/felt.ts';
import { isObject, type Json, JsonError } from '../../../json/json.ts';
import { parseJson } from '../../../json/parseJson.ts';
import { failed } from '../../../protocol/chainError.ts';
import type { BlockResult } from './blockResult.ts';

// A ledger of replays is a text file: a line of JSON that names the chain, then a line of JSON per block. A later line about a block replaces
// an earlier one, so that a run only appends.

const VERSION = 1;
const LINE = { depth: 4, values: 100, digits: 100 };
const MAX_LINE = 10_000;
const OUTCOMES: ReadonlySet<unknown> = new Set(['equal', 'different', 'impossible']);

/** The results of earlier runs, by block. */
export interface RangeLedger {
  readonly results: ReadonlyMap<number, BlockResult>;
  /** Lines that could not be read, as the last one of a run that was cut off. */
  readonly dropped: number;
}

/** The first line of a ledger. */
export const writeHead = (chainId: bigint): string =>
  `${JSON.stringify({ starbox_ledger: VERSION, chain_id: formatFelt(chainId as never) })}\n`;

export const writeResult = (result: BlockResult): string => `${JSON.stringify(result)}\n`;

/** Reads a ledger. Throws if it is another file, or of another chain. */
export function readLedger(text: string, chainId: bigint, name: string): RangeLedger {
  const results = new Map<number, BlockResult>();
  let dropped = 0;
  const [head = '', ...lines] = text.split('\n');
  checkHead(parseLine(head), chainId, name);
  for (const line of lines) {
    if (line === '') continue;
    const result = readResult(parseLine(line));
    if (result) results.set(result.block, result);
    else dropped++;
  }
  return { results, dropped };
}

function checkHead(head: Json | undefined, chainId: bigint, name: string): void {
  const { starbox_ledger: version, chain_id } = head !== undefined && isObject(head) ? head : {};
  if (version === undefined)
    throw failed(`${name} is not a ledger of replays. Choose another file; it is made if it does not exist.`);
  if (version !== VERSION)
    throw failed(`${name} is a ledger of version ${String(version)}; this Starbox reads ${VERSION}.`);
  if (parseFelt(chain_id) !== chainId)
    throw failed(`${name} is about the chain ${String(chain_id)}, and the node has ${formatFelt(chainId as never)}.`);
}

function parseLine(line: string): Json | undefined {
  if (line.length > MAX_LINE) return undefined;
  try {
    return parseJson(line, LINE);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function readResult(line: Json | undefined): BlockResult | undefined {
  if (line === undefined || !isObject(line)) return undefined;
  const { block, protocol, transactions, outcome, different, first } = line;
  const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  if (!isCount(block) || !isCount(transactions) || !isCount(different) || !OUTCOMES.has(outcome)) return undefined;
  if (![protocol, first].every((text) => text === undefined || typeof text === 'string')) return undefined;
  return line as unknown as BlockResult;
}
