import type { ExecutionResult } from '../../execution/outcome.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { Need } from '../../state/need.ts';
import { State } from '../../state/state.ts';
import { EMPTY_BASE } from '../../state/stateBase.ts';
import type { StateReader } from '../../state/stateReader.ts';
import type { FindClass } from '../names/classFacts.ts';
import { type OpenedKey, openKey } from '../storage/openKey.ts';
import type { Preimages } from '../storage/preimages.ts';
import { decodedAt, decodedText } from '../storage/storageEntry.ts';
import { storageTypeText, valueType } from '../storage/storageType.ts';
import type { ReadCell } from '../storage/storedValue.ts';
import { mergeVariables, variablesOfClass } from '../storage/variablesOfClass.ts';
import type { RecordedCall, RecordedPhase } from './callRecorder.ts';
import type { CellChange, StorageChange } from './explanation.ts';

/** More cells of one transaction are not named. */
const MAX_NAMED = 1000;

/** The contracts that a transaction called, with the classes that ran on their storage. */
type ClassesByContract = ReadonlyMap<FeltKey, ReadonlySet<FeltKey>>;

function classesIn(phases: readonly RecordedPhase[]): ClassesByContract {
  const classes = new Map<FeltKey, Set<FeltKey>>();
  const collect = ({ call, info, inner }: RecordedCall) => {
    const classHash = info?.call.classHash ?? call.classHash;
    const known = classes.get(call.contractAddress) ?? new Set();
    classes.set(call.contractAddress, known);
    if (classHash) known.add(classHash);
    inner.forEach(collect);
  };
  for (const { root } of phases) collect(root);
  return classes;
}

/** The variables and entries that a transaction changed, by name, with their values before and after. */
export function storageChanges(
  { stateDiff, initialReads }: ExecutionResult,
  phases: readonly RecordedPhase[],
  contractNames: ReadonlyMap<Felt, string>,
  state: StateReader,
  find: FindClass,
  preimages: Preimages,
): StorageChange[] {
  const classes = classesIn(phases);
  const changes: StorageChange[] = [];
  let named = 0;
  for (const [address, cells] of stateDiff.storage) {
    const reads = initialReads.storage.get(address);
    const before: ReadCell = (key) => feltOf(reads?.get(keyOf(key)) ?? localCell(state, address, keyOf(key)));
    const after: ReadCell = (key) => {
      const written = cells.get(keyOf(key));
      return written === undefined ? before(key) : feltOf(written);
    };
    const facts = [...(classes.get(address) ?? [])].map(find).filter((each) => each !== undefined);
    const variables = facts.length > 0 ? mergeVariables(facts.map(variablesOfClass)) : undefined;
    // Whatever a transaction writes it has read before, so the value before is there.
    const changed = [...cells].map(([key, value]) => ({
      key: feltOf(key),
      before: feltOf(reads?.get(key) ?? ZERO_KEY),
      after: feltOf(value),
    }));
    const open = (key: FeltKey) => (variables && named++ < MAX_NAMED ? openCell(key, variables, preimages) : undefined);
    const contractAddress = feltOf(address);
    const contractName = contractNames.get(contractAddress);
    for (const change of namedChanges(changed, open, before, after))
      changes.push({ ...change, contractAddress, contractName });
  }
  return changes;
}

/** A changed variable or entry of a contract. */
export type NamedChange = Omit<StorageChange, 'contractAddress' | 'contractName'>;

/** The changed cells of a contract as variables and entries, with their values before and after. */
export function namedChanges(
  changed: Iterable<CellChange>,
  open: (key: FeltKey) => OpenedKey | undefined,
  before: ReadCell,
  after: ReadCell,
): NamedChange[] {
  const groups = new Map<FeltKey, { readonly opened: OpenedKey | undefined; readonly cells: CellChange[] }>();
  for (const cell of changed) {
    const key = keyOf(cell.key);
    const opened = open(key);
    const base = opened ? keyOf(opened.base) : key;
    const group = groups.get(base) ?? { opened, cells: [] };
    groups.set(base, group);
    group.cells.push(cell);
  }
  return [...groups.values()].map(({ opened, cells }) => describe(opened, cells, before, after));
}

/** A cell that the transaction did not read. One that only an origin has is not fetched here. */
function localCell(state: StateReader, address: FeltKey, key: FeltKey): FeltKey {
  if (!(state instanceof State) || state.base === EMPTY_BASE) return state.storageAt(address, key);
  const local = state.localStorage(address).get(key);
  if (local === undefined) throw new Need({ kind: 'storage', address, key });
  return local;
}

/** Opens the key of a cell. A word of a text belongs to the text. */
export function openCell(
  key: FeltKey,
  variables: Parameters<typeof openKey>[1],
  preimages: Preimages,
): OpenedKey | undefined {
  const open = (each: FeltKey) => openKey(each, variables, (hash) => preimages.get(hash));
  const opened = open(key);
  if (!opened || 'path' in opened) return opened;
  const text = open(keyOf(opened.textKey));
  return text && 'path' in text ? text : undefined;
}

function describe(
  opened: OpenedKey | undefined,
  unsorted: readonly CellChange[],
  before: ReadCell,
  after: ReadCell,
): NamedChange {
  const cells = [...unsorted].sort((a, b) => (a.key < b.key ? -1 : 1));
  const [first] = cells as [CellChange];
  const decoded = (read: ReadCell, type = opened?.type) =>
    opened && tryRead(() => decodedAt({ ...opened, type, offset: 0 }, { read, peek: read }));
  // A text without a known type is recognised by its words, which are missing while it is empty.
  const guess = opened && !opened.type ? (decoded(after) ?? decoded(before)) : undefined;
  const type = guess ? valueType(guess.type) : opened?.type;
  const [beforeValue, afterValue] = [decoded(before, type), decoded(after, type)];
  const base = opened?.base ?? first.key;
  const felts = (side: 'before' | 'after') =>
    cells.map((cell) => `${cell.key === base ? '' : `+${cell.key - base}: `}${formatFelt(cell[side])}`).join(', ');
  const isDecoded = beforeValue !== undefined && afterValue !== undefined;
  return {
    path: opened?.path,
    type: type && isDecoded ? storageTypeText(type) : undefined,
    key: first.key,
    before: first.before,
    after: first.after,
    beforeValue: isDecoded ? beforeValue : undefined,
    afterValue: isDecoded ? afterValue : undefined,
    beforeText: isDecoded ? decodedText(type, beforeValue) : felts('before'),
    afterText: isDecoded ? decodedText(type, afterValue) : felts('after'),
    cells,
  };
}

/** A read of cells that are here; undefined if one of them would have to be fetched from an origin. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Need) return undefined;
    throw error;
  }
}
