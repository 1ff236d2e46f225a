import { type FeltKey, keyOf } from '../../../felt/key.ts';
import { formatCell, isPointer, shiftPointer } from '../../cells.ts';
import type { Cell } from '../../machine.ts';
import { formatPointer, type Pointer, pointer, segmentOf } from '../../pointer.ts';
import { VmError } from '../../vmError.ts';
import type { Cairo0HintRun, Ids } from '../ids.ts';

const ACCESS_CELLS = 3;

/** The values of a dictionary; keys may be addresses. */
type Values = Map<FeltKey | Pointer, Cell>;

/** A dictionary, and the address of its next access. */
interface Tracker {
  readonly values: Values;
  readonly missing: Cell | undefined;
  next: Pointer;
}
type Trackers = Map<number, Tracker>;

const keyOfCell = (cell: Cell): FeltKey | Pointer => (isPointer(cell) ? cell : keyOf(cell));

function tracker(ids: Ids, at: Pointer): Tracker {
  const found = ids.variable<Trackers>('__dict_manager').get(segmentOf(at));
  if (found === undefined) throw new VmError(`Dict Error: No dict tracker found for segment ${segmentOf(at)}`);
  if (found.next !== at)
    throw new VmError(`Wrong dict pointer supplied. Got ${formatPointer(found.next)}, expected ${formatPointer(at)}.`);
  return found;
}

function read(dict: Tracker, key: Cell): Cell {
  const value = dict.values.get(keyOfCell(key)) ?? dict.missing;
  if (value === undefined) throw new VmError(`Dict Error: No value found for key: ${formatCell(key)}`);
  dict.values.set(keyOfCell(key), value);
  return value;
}

function create(ids: Ids, values: Values, missing: Cell | undefined): void {
  let trackers = ids.optional<Trackers>('__dict_manager');
  if (trackers === undefined) ids.assign({ __dict_manager: (trackers = new Map()) });
  const segment = ids.host.addSegment();
  trackers.set(segment, { values: new Map(values), missing, next: pointer(segment, 0) });
  ids.setAp(pointer(segment, 0));
}

const advance = (dict: Tracker): void => {
  dict.next = shiftPointer(dict.next, ACCESS_CELLS);
};

/** dict.cairo and default_dict.cairo. */
export const DICTIONARIES = {
  dictNew(ids: Ids) {
    const initial = ids.optional<Values>('initial_dict');
    if (initial === undefined) throw new VmError('Dict Error: Tried to create a dict without an initial dict');
    create(ids, initial, undefined);
  },
  defaultDictNew: (ids) => create(ids, ids.optional<Values>('initial_dict') ?? new Map(), ids.cell('default_value')),
  dictRead(ids: Ids) {
    const key = ids.cell('key');
    const dict = tracker(ids, ids.pointer('dict_ptr'));
    advance(dict);
    ids.set('value', read(dict, key));
  },
  dictWrite(ids: Ids) {
    const [key, value] = [ids.cell('key'), ids.cell('new_value')];
    const at = ids.pointer('dict_ptr');
    const dict = tracker(ids, at);
    advance(dict);
    const before = read(dict, key);
    dict.values.set(keyOfCell(key), value);
    ids.host.set(shiftPointer(at, 1), before);
  },
  dictUpdate(ids: Ids) {
    const [key, before, value] = [ids.cell('key'), ids.cell('prev_value'), ids.cell('new_value')];
    const dict = tracker(ids, ids.pointer('dict_ptr'));
    const current = read(dict, key);
    if (current !== before)
      throw new VmError(
        `Dict Error: Got the wrong value for dict_update, expected value: ${formatCell(before)}, got: ${formatCell(current)} for key: ${formatCell(key)}`,
      );
    dict.values.set(keyOfCell(key), value);
    advance(dict);
  },
  dictSquashCopy(ids: Ids) {
    const dict = tracker(ids, ids.pointer('dict_accesses_end'));
    ids.enterScope({
      __dict_manager: ids.variable<Trackers>('__dict_manager'),
      initial_dict: new Map(dict.values),
    });
  },
  dictSquashUpdatePointer(ids: Ids) {
    tracker(ids, ids.pointer('squashed_dict_start')).next = ids.pointer('squashed_dict_end');
  },
} as const satisfies Record<string, Cairo0HintRun>;
