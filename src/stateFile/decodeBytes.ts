// Reads state files.
import { finishInSlices, type Steps } from '../async/steps.ts';
import { restIfDue } from '../async/turns.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import { applyChange, applyChanges, diffOfChanges } from '../chain/value/change.ts';
import { type History, nextNumber } from '../chain/value/history.ts';
import type { Journal, JournalRecord, StoredJournalRecord } from '../chain/value/journal.ts';
import type { OpenValue } from '../chain/value/openBlock.ts';
import type { DeclaredClass } from '../classes/declaredClass.ts';
import { type FeltKey, keyOf } from '../felt/key.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import { EMPTY_MERGED_DIFF, withDiff } from '../state/mergedDiff.ts';
import { PersistentMap } from '../state/persistentMap.ts';
import { PersistentVector } from '../state/persistentVector.ts';
import { State } from '../state/state.ts';
import { type ContentVisitor, referenceCodec, scanContent, takeChange, takeContent } from './blockContent.ts';
import { ByteReader } from './byteReader.ts';
import { type About, aboutCodec, openCodec, readProtocol, restCodec } from './chainCodec.ts';
import { checkContracts, checkMessaging, checkOrigin, hasManyAccounts } from './checks.ts';
import { definitionCodec } from './classCodec.ts';
import type { Classes } from './classNamed.ts';
import { classOf } from './classOf.ts';
import type { DecodeOptions } from './decodeOptions.ts';
import type { Content, Verification } from './envelope.ts';
import { HistoryScan, withStates } from './historyScan.ts';
import { checkIngredients } from './overrides.ts';
import { skipDiff, visitDiff } from './packedDiffCodec.ts';
import { takePool } from './poolCodec.ts';
import { atByte, StateFileError } from './stateFileError.ts';
import { StoredEvents } from './storedEvents.ts';

/** Blocks, or records of the journal, that are read before the time is checked. */
const AT_ONCE = 32;
/** No recorded request is shorter. An object for each byte of a file would fill the memory. */
const LEAST_RECORD_BYTES = 32;
/** The first bytes, which contain what the chain was made of. */
const START_BYTES = 4096;

/** What the chain was made of. */
export async function ingredientsOfBytes({ read }: Content): Promise<About> {
  const start = new ByteReader(await read(START_BYTES));
  const about = inPart('its description', start, () => aboutCodec.take(start));
  if (hasManyAccounts(about)) {
    const from = new ByteReader(await read(), start.at);
    checkContracts(
      about,
      inPart('its first state', from, () => contractsIn(from)),
    );
  }
  return about;
}

/** The number of contracts of the first state. */
function contractsIn(from: ByteReader): number {
  from.skipFelt();
  const contracts = new Set<FeltKey>();
  const ignore = () => undefined;
  visitDiff(from, { cell: ignore, nonce: ignore, contractClass: (address) => contracts.add(address) });
  return contracts.size;
}

/** The chain of such a file, over what lies under the chain that a node has just started with. */
export async function decodeBytes(content: Content, start: ChainValue, options: DecodeOptions): Promise<ChainValue> {
  const { bytes, verified } = await content.startReading();
  const decoded = decodeCopy(bytes, verified, start, options);
  // Of a damaged file, the damage is reported, and not what reading it leads to.
  decoded.catch(() => undefined);
  await verified.end;
  return decoded;
}

async function decodeCopy(
  bytes: Uint8Array,
  verified: Verification,
  start: ChainValue,
  options: DecodeOptions,
): Promise<ChainValue> {
  const from = new ByteReader(bytes);
  const about = inPart('its description', from, () => aboutCodec.take(from));
  checkIngredients(about, options.config);
  const { firstNumber } = start.history;
  const startOfParent = from.at;
  const parentHash = inPart('its first state', from, () => from.felt());
  const startOfState = from.at;
  inPart('its first state', from, () => {
    checkOrigin(about.forkBlock === undefined ? 0 : about.forkBlock + 1, parentHash, start.history);
    skipChange(from);
  });
  const classes = await takeClasses(from, about.classes, start, options);
  const first = inPart('its first state', from, () => takeChange(new ByteReader(bytes, startOfState), classes));
  const protocol = options.config.protocolVersion;
  const ground = applyChange(State.over(start.open.state.base), first);
  const scan = new HistoryScan(
    { bytes, classes, protocol, events: new StoredEvents(firstNumber) },
    firstNumber,
    [startOfParent, startOfState],
    ground,
  );
  if (about.blocks === 0) throw new StateFileError('The state file is wrong: it has no blocks.');
  const history = await finishInSlices(scanBlocks(from, scan, firstNumber, about.blocks, verified));
  const open = await stepsInPart('the open block', from, takeOpen(bytes, from, history, classes, protocol));
  const rest = inPart('what comes after the blocks', from, () => {
    const found = restCodec.take(from);
    checkMessaging(found, history);
    return found;
  });
  const pool = await stepsInPart('the mempool', from, takePool(from, classes, open));
  const journal = await stepsInPart('the journal', from, takeJournal(bytes, from, about.journal));
  const { l1AcceptedNumber, originAcceptedNumber } = rest;
  return { ...start, ...rest, l1AcceptedNumber, originAcceptedNumber, history, open, journal, pool };
}

/** Runs work whose errors then name the part of the file and the byte. */
function inPart<T>(part: string, from: ByteReader, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw atByte(error, part, from.at);
  }
}

async function stepsInPart<T>(part: string, from: ByteReader, steps: Steps<T>): Promise<T> {
  try {
    return await finishInSlices(steps);
  } catch (error) {
    throw atByte(error, part, from.at);
  }
}

function* scanBlocks(
  from: ByteReader,
  scan: HistoryScan,
  firstNumber: number,
  count: number,
  verified: Verification,
): Steps<History> {
  for (let i = 0; i < count; i++) {
    try {
      yield* scan.add(from);
    } catch (error) {
      throw atByte(error, `block ${firstNumber + i}`, from.at);
    }
    if (i % AT_ONCE !== 0) continue;
    if (verified.hasFailed) throw new StateFileError('The state file is damaged.');
    yield;
  }
  return scan.result();
}

/** Goes over a change whose classes are not known yet. */
function skipChange(from: ByteReader): void {
  skipDiff(from);
  for (let classes = from.length(); classes > 0; classes--) referenceCodec.skip(from);
}

async function takeClasses(
  from: ByteReader,
  count: number,
  start: ChainValue,
  { compile }: DecodeOptions,
): Promise<Classes> {
  const classes = new Map<FeltKey, DeclaredClass>();
  for (let i = 0; i < count; i++) {
    const rest = restIfDue();
    if (rest) await rest;
    try {
      const classHash = from.key();
      classes.set(classHash, await classOf(classHash, definitionCodec.take(from), start, compile));
    } catch (error) {
      throw atByte(error, `class ${i + 1} of ${count}`, from.at);
    }
  }
  return classes;
}

function* takeOpen(
  bytes: Uint8Array,
  from: ByteReader,
  history: History,
  classes: Classes,
  own: ProtocolConstants | undefined,
): Steps<OpenValue> {
  const { number, protocolVersion, prices, header, opening } = openCodec.take(from);
  const next = nextNumber(history);
  if (number !== next) throw new StateFileError(`it has number ${number}, and the last block number ${next - 1}`);
  const start = from.at;
  yield* scanContent(from, classes, NO_VISITOR);
  const content = yield* takeContent(new ByteReader(bytes, start), classes);
  const { changes } = content;
  if (!header && content.executed.length > 0)
    throw new StateFileError('it has transactions, but neither time nor prices');
  if (opening > changes.length) throw new StateFileError(`it begins with ${opening} changes of ${changes.length}`);
  const initial = applyChanges(history.state, changes.slice(0, opening));
  const { executed, state } = yield* withStates(content.executed, changes, history.state);
  return {
    number,
    protocol: readProtocol(protocolVersion, own),
    prices,
    header,
    executed: PersistentVector.from(executed),
    places: PersistentMap.from(executed.map(({ hash }, index) => [keyOf(hash), index] as const)),
    initial,
    state,
    changes: PersistentVector.from(changes),
    opening,
    stateDiff: withDiff(EMPTY_MERGED_DIFF, diffOfChanges(changes)),
  };
}

const ignore = (): void => undefined;
const NO_VISITOR: ContentVisitor = {
  begin: ignore,
  transaction: ignore,
  cell: ignore,
  nonce: ignore,
  contractClass: ignore,
  declare: ignore,
  changed: ignore,
};

/** A view of bytes takes more memory than the record itself, so it is made when it is needed. */
class StoredText implements StoredJournalRecord {
  readonly kind = 'stored';
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  get text(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }
}

function* takeJournal(bytes: Uint8Array, from: ByteReader, count: number): Steps<Journal> {
  const journal: JournalRecord[] = [];
  for (let i = 0; i < count; i++) {
    const length = from.count();
    const start = from.at;
    from.skipBytes(length);
    if (length < LEAST_RECORD_BYTES) throw new StateFileError(`expected a recorded request, found ${length} bytes`);
    journal.push(new StoredText(bytes, start, from.at));
    if (i % AT_ONCE === 0) yield;
  }
  if (!from.isAtEnd) throw new StateFileError('the file has more bytes than it announces');
  return PersistentVector.from(journal);
}
