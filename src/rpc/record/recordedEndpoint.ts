import type { OriginAnswered } from '../../chain/origin.ts';
import { type Felt, parseFelt } from '../../felt/felt.ts';
import { type OriginAnswer, type OriginCall, type OriginEndpoint, partOf } from '../../fork/originClient.ts';
import { OriginError } from '../../fork/originError.ts';
import { writeJson } from '../../json/writeJson.ts';
import { errors } from '../../protocol/errors.ts';
import { hint, type Message, message } from '../../protocol/message.ts';
import type { OriginRecord } from './originRecord.ts';

/** How many blocks back a value is looked for, if the record has what the blocks between changed. */
const MAX_STEPS_BACK = 64;

/** An origin whose answers come from a record. A request that was not recorded fails, with how to record it, or with another way out. */
export function recordedEndpoint(
  record: OriginRecord,
  name: string,
  lacks: (what: string) => Message = (what) =>
    message`The record ${name} has no answer to ${what}. ${hint('recordMore')}`,
): OriginEndpoint {
  const newest = newestBlock(record);
  const contracts = contractsOf(record);
  const casm = record.paramsOf('getCompiledCasm').next().done
    ? { error: errors.methodNotFound }
    : { error: errors.classHashNotFound };
  const answerTo = ({ method, params, part }: OriginCall): OriginAnswer => {
    const found =
      record.find(method, params) ??
      (part && record.find(partOf(method, part), params)) ??
      derived(record, method, params, newest);
    if (found) return found;
    // Classes are compiled here. Some records have the compiled code of classes that cannot be.
    if (method === 'getCompiledCasm') return casm;
    // Code reads the class of a contract before anything else, so a contract without one here is the fork's own.
    const { contract_address: contract } = (params ?? {}) as Place;
    if (OF_CONTRACTS.has(method) && (!contracts.has(parseFelt(contract)) || isAbsent(record, params)))
      return { error: errors.contractNotFound };
    throw new OriginError('notCached', lacks(`${method} ${shortened(JSON.stringify(params))}`));
  };
  return {
    call: async (calls) => calls.map(answerTo),
    send: async (request) => {
      const { method, params } = JSON.parse(request) as OriginCall;
      return writeJson({ jsonrpc: '2.0', id: 0, ...answerTo({ method: method.replace(/^\w+?_/, ''), params }) });
    },
    answered: () => answersOf(record),
  };
}

function* answersOf(record: OriginRecord): Generator<OriginAnswered, void, void> {
  for (const exchange of record.all()) yield { kind: 'answer', ...exchange };
}

/** Whether the record says that there is no such contract at the block of a request. */
function isAbsent(record: OriginRecord, params: unknown): boolean {
  const { block_id, contract_address } = params as Place;
  return record.find('getClassHashAt', { block_id, contract_address })?.error?.code === errors.contractNotFound.code;
}

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

interface AtBlock {
  readonly block_id: { readonly block_number: number };
}

const numberIn = (params: unknown): number | undefined => {
  const number = (params as Partial<AtBlock> | null)?.block_id?.block_number;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
};

const OF_CONTRACTS: ReadonlySet<string> = new Set(['getNonce', 'getStorageAt']);

/** The contracts of the origin, as far as the record knows them. */
function contractsOf(record: OriginRecord): ReadonlySet<Felt | undefined> {
  const contracts = new Set<Felt | undefined>();
  for (const params of record.paramsOf('getClassHashAt'))
    contracts.add(parseFelt((params as Place | null)?.['contract_address']));
  for (const params of record.paramsOf('getStateUpdate')) {
    const { deployed_contracts: deployed } = changesIn(record.find('getStateUpdate', params)) ?? {};
    for (const entry of Array.isArray(deployed) ? (deployed as Entries)! : [])
      contracts.add(parseFelt(entry?.['address']));
  }
  return contracts;
}

/** The state diff in an answer. */
const changesIn = (answer: OriginAnswer | undefined): Changes | undefined =>
  (answer?.result as { state_diff?: Changes } | undefined)?.state_diff;

/** The newest block that is recorded whole. */
function newestBlock(record: OriginRecord): number | undefined {
  let newest: number | undefined;
  for (const params of record.paramsOf('getBlockWithReceipts')) {
    const number = numberIn(params);
    if (number !== undefined && (newest === undefined || number > newest)) newest = number;
  }
  return newest;
}

/** Answers that follow from others: the newest block, and values that a block did not change. */
function derived(
  record: OriginRecord,
  method: string,
  params: unknown,
  newest: number | undefined,
): OriginAnswer | undefined {
  if (newest !== undefined && (params as { block_id?: unknown } | null)?.block_id === 'latest')
    return record.find(method, { ...(params as object), block_id: { block_number: newest } });
  const number = numberIn(params);
  // A fork of the latest block asked for it by that word, and the state file of the fork names its number.
  const latest = number === undefined ? undefined : record.find(method, { ...(params as object), block_id: 'latest' });
  if (latest && (latest.result as { block_number?: unknown } | undefined)?.block_number === number) return latest;
  const read = VALUES[method];
  if (!read || number === undefined) return undefined;
  for (let at = number; at > number - MAX_STEPS_BACK; at--) {
    const place = { ...(params as object), block_id: { block_number: at } };
    const known = record.find(method, place);
    // A class stays what it is, and one that was missing may have been declared since.
    if (known) return known.error && method === 'getClass' && at < number ? undefined : known;
    const changes = changesIn(record.find('getStateUpdate', { block_id: { block_number: at } }));
    if (!changes) return undefined;
    const changed = read(changes, params as Place);
    if (changed !== undefined) return { result: changed };
  }
  return undefined;
}

type Entries = readonly Readonly<Record<string, unknown>>[] | undefined;
type Changes = Readonly<Record<string, Entries>>;
type Place = Readonly<Record<string, unknown>>;

/** What a state diff says of the value that a request is about; undefined if it did not change. */
const VALUES: Readonly<Record<string, (changes: Changes, place: Place) => unknown>> = {
  getStorageAt: ({ storage_diffs }, { contract_address, key }) => {
    const cells = entryOf(storage_diffs, { address: contract_address })?.['storage_entries'] as Entries;
    return entryOf(cells, { key })?.['value'];
  },
  getClass: () => undefined,
  getNonce: ({ nonces }, { contract_address }) => entryOf(nonces, { contract_address })?.['nonce'],
  getClassHashAt: ({ deployed_contracts, replaced_classes }, { contract_address }) =>
    (entryOf(replaced_classes, { contract_address }) ?? entryOf(deployed_contracts, { address: contract_address }))?.[
      CLASS
    ],
};

const CLASS = 'class_hash';

/** The entry of a list with this member, as a number. */
function entryOf(
  list: Entries,
  member: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const [name, wanted] = Object.entries(member)[0]!;
  const felt = parseFelt(wanted);
  return Array.isArray(list) ? list.find((entry) => parseFelt(entry?.[name]) === felt) : undefined;
}
