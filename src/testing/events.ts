import type { AbiEvent, AbiModel } from '../abi/abiModel.ts';
import { eventText } from '../abi/abiText.ts';
import { eventFilter } from '../abi/eventFilter.ts';
import { decodeMembersOf, findEvent } from '../abi/events.ts';
import type { EventArguments, EventNames } from '../abi/eventTypes.ts';
import { readAbi } from '../abi/readAbi.ts';
import { readFelts } from '../abi/scalars.ts';
import type { Abi } from '../abi/types.ts';
import type { Hex, Receipt } from '../library/index.ts';
import { ownRequest } from '../library/requests/connection.ts';
import { type AddressLike, addressText } from '../library/values.ts';
import { didYouMean } from '../text/didYouMean.ts';
import { type Executed, explanationOf, outcomeOf, requireExecuted, withExplanation } from './outcome.ts';
import type { TrackedBox } from './trackedBoxes.ts';
import type { Verdict } from './verdict.ts';

/** Which event is expected: of any contract or of one, by its name, with some of its members. */
export type ExpectedEvent =
  | readonly [name: string, args?: Readonly<Record<string, unknown>>]
  | readonly [contract: AddressLike, name: string, args?: Readonly<Record<string, unknown>>];

/** A contract of a sandbox, whose ABI knows its events. Contracts of other libraries have no `simulate`. */
interface TypedContract<A extends Abi> {
  readonly abi: A;
  readonly simulate: unknown;
}

/** The names of the events of a contract; any text for an address. */
export type EventNameOf<C> = C extends TypedContract<infer A> ? EventNames<A> : string;

/** Some members of an event of a contract; anything for an address. */
export type EventMembersOf<C, N> =
  C extends TypedContract<infer A>
    ? N extends EventNames<A>
      ? Partial<EventArguments<A, N, 'in'>>
      : never
    : Readonly<Record<string, unknown>>;

interface Expectation {
  readonly from: Hex | undefined;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

type RawEvent = Receipt['events'][number];

/** Whether a transaction emits an event. */
export async function checkEmits(received: unknown, expected: ExpectedEvent): Promise<Verdict> {
  const { from, name, args } = readExpectation(expected);
  const executed = await requireExecuted(await outcomeOf(received));
  const abis = new Map<string, AbiModel | undefined>();
  const lines: string[] = [];
  let pass = false;
  for (const raw of executed.receipt.events) {
    const isFrom = from === undefined || BigInt(raw.from_address) === BigInt(from);
    const model = await abiOf(raw.from_address, executed, abis);
    const event = model && findEvent(model, felts(raw).keys);
    lines.push(`${event ? eventText(event, felts(raw)) : rawText(raw)} from ${raw.from_address}`);
    if (isFrom && event?.name === name && hasArguments(event, raw, args)) pass = true;
  }
  const model = from === undefined ? undefined : await abiOf(from, executed, abis).catch(() => undefined);
  const meant = model && misspelt(name, model);
  // With `.not`, a name that does not exist would always pass.
  if (!pass && meant) throw new TypeError(`The contract ${from} has no event ${name}. ${meant}`);
  const wanted = `the event ${name}${Object.keys(args).length ? ` with ${argumentsText(args)}` : ''}${from ? ` of ${from}` : ''}`;
  const emitted =
    lines.length === 0 ? 'It emitted none.' : `It emitted:\n${lines.map((line) => `  ${line}`).join('\n')}`;
  const message = `Expected the transaction ${pass ? 'not ' : ''}to emit ${wanted}. ${emitted}`;
  return { pass, message: pass ? message : withExplanation(message, await explanationOf(executed)) };
}

function readExpectation(expected: ExpectedEvent): Expectation {
  const [first, second, third] = expected;
  if (typeof second === 'string')
    return { from: addressText(first as AddressLike, 'contract'), name: second, args: third ?? {} };
  if (typeof first !== 'string')
    throw new TypeError('The name of the event is missing: toEmit(contract, name, members).');
  return { from: undefined, name: first, args: second ?? {} };
}

/** A question about a name that a contract has no event of, if it has one with a similar name. */
function misspelt(name: string, { events }: AbiModel): string {
  const names = events.map((event) => event.name);
  return names.includes(name) ? '' : didYouMean(name, names);
}

const felts = ({ keys, data }: RawEvent) => ({ keys: readFelts(keys, 'keys'), data: readFelts(data, 'data') });

const hasArguments = (event: AbiEvent, raw: RawEvent, args: Expectation['args']): boolean =>
  eventFilter(event, args).isWanted(decodeMembersOf(event, felts(raw)));

const rawText = ({ keys, data }: RawEvent): string => `an unknown event with keys [${keys}] and data [${data}]`;

const argumentsText = (args: Expectation['args']): string =>
  Object.entries(args)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value, bigintText) : String(value)}`)
    .join(', ');

const bigintText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);

/** The ABI of a contract; undefined if it has none that can be read. */
async function abiOf(
  address: Hex,
  { box }: Executed,
  known: Map<string, AbiModel | undefined>,
): Promise<AbiModel | undefined> {
  if (!box)
    throw new Error(
      'The ABI of the contract is not known here: use a sandbox of useSandbox or sandboxTest, or call trackSandbox(box).',
    );
  if (!known.has(address)) {
    const at = { block_id: 'pre_confirmed', contract_address: address } as const;
    known.set(address, await abiOfClass(await ownRequest(box)('starknet_getClassHashAt', at), box));
  }
  return known.get(address);
}

/** The ABIs of the classes that were read last, oldest first. The answer with a class has its whole program, and tests check events again and again. */
const abisOfClasses = new Map<string, AbiModel | undefined>();
const MAX_KEPT = 32;

async function abiOfClass(classHash: Hex, box: TrackedBox): Promise<AbiModel | undefined> {
  if (!abisOfClasses.has(classHash)) {
    const { abi } = await ownRequest(box)('starknet_getClass', { block_id: 'pre_confirmed', class_hash: classHash });
    if (abisOfClasses.size >= MAX_KEPT) abisOfClasses.delete(abisOfClasses.keys().next().value!);
    abisOfClasses.set(classHash, abi === undefined ? undefined : readAbi(abi));
  }
  return abisOfClasses.get(classHash);
}
