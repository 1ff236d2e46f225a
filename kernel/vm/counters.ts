// Counts how often instructions run, if the driver asks for it. Only jumps are counted: a jump adds one where it arrives and
// subtracts one behind where it left, so the sum of all counters up to an instruction is the number of times it ran.
//
// A run is counted as a whole (one node for all its code), or by the path of function calls (a tree of nodes, each with the
// counters of one function). A recursive call returns to the node of the same function, which keeps the tree small; the fold stack
// remembers the callers of such calls.
//   node     parent, first edge, first offset, number of counters, next node, call site in the parent; then the counters
//   edge     next edge of the node, call site, node of the callee
//   control  current node, 1 for a tree, fold stack (address, entries, capacity), newest node, function starts (address,
//            number), bytes of the nodes, the shared node of calls for which there was no room
import { allocate } from './arena';
import { CALL, RETURN } from './decode';
import { codeLength, counting, execBase, pcOffset, pcSegment } from './state';

const NODE: u32 = 24;
const CONTROL: u32 = 48;
/** The most memory for the nodes of a run. Calls on further paths share one node. */
const MAX_NODE_BYTES: u32 = 32 << 20;
const FIRST_FOLDS: u32 = 256;

function bump(node: u32, offset: u32, by: i32): void {
  const index = offset - load<u32>(node, 8);
  if (index >= load<u32>(node, 12)) return;
  const at = node + NODE + (index << 2);
  store<i32>(at, load<i32>(at) + by);
}

/** The size of a node for that many instructions. */
export function nodeBytes(length: u32): u32 {
  return NODE + ((length + 2) << 2);
}

/** Prepares memory of zeros as a node for the whole program. */
export function openNode(node: u32, length: u32): void {
  store<u32>(node, length + 2, 12);
}

function newNode(control: u32, parent: u32, site: u32, start: u32, length: u32): u32 {
  const bytes = nodeBytes(length);
  const node = allocate(bytes);
  if (node == 0) return 0;
  store<u32>(node, parent);
  store<u32>(node, start, 8);
  openNode(node, length);
  store<u32>(node, load<u32>(control, 20), 16);
  store<u32>(node, site, 20);
  store<u32>(control, node, 20);
  store<u32>(control, load<u32>(control, 32) + bytes, 32);
  return node;
}

/** The function that an offset belongs to: the index of the last start at or before it. */
function functionAt(control: u32, offset: u32): u32 {
  const starts = load<u32>(control, 24);
  let low: u32 = 0;
  let high = load<u32>(control, 28);
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(starts + (middle << 2)) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

function functionNode(control: u32, parent: u32, site: u32, target: u32): u32 {
  const index = functionAt(control, target);
  const starts = load<u32>(control, 24);
  const start = load<u32>(starts + (index << 2));
  // Recursion: the node of the same function on the path.
  for (let node = parent; node != 0; node = load<u32>(node)) if (load<u32>(node, 8) == start) return node;
  const end = index + 1 < load<u32>(control, 28) ? load<u32>(starts + ((index + 1) << 2)) : codeLength;
  const length = end - start;
  if (load<u32>(control, 32) + nodeBytes(length) <= MAX_NODE_BYTES)
    return newNode(control, parent, site, start, length);
  let rest = load<u32>(control, 36);
  if (rest == 0) {
    rest = newNode(control, 0, 0, 0, codeLength);
    store<u32>(control, rest, 36);
  }
  return rest;
}

/**
 * Starts counting the run whose registers are set. With a `node`, which the driver keeps, the run is counted as a whole; without,
 * by function calls, and `starts` are the offsets of the functions, ascending from 0. Returns the control block, 0 if there is no memory.
 */
export function startCounting(node: u32, starts: u32, count: u32): u32 {
  const control = allocate(CONTROL);
  if (control == 0) return 0;
  store<u32>(control, starts, 24);
  store<u32>(control, count, 28);
  if (node == 0) {
    store<u32>(control, 1, 4);
    node = functionNode(control, 0, 0, pcOffset);
    if (node == 0) return 0;
  }
  store<u32>(control, node);
  bump(node, pcOffset, 1);
  counting = control;
  return control;
}

/** Ends counting: the instruction at pc has not run. Returns the newest node of the tree, 0 if the driver kept the node. */
export function stopCounting(): u32 {
  const control = counting;
  if (control == 0) return 0;
  if (pcSegment == 0) bump(load<u32>(control), pcOffset, -1);
  counting = 0;
  return load<u32>(control, 20);
}

/** A jump inside a function; `next` is the offset behind the instruction. */
export function countJump(next: u32, target: u32): void {
  const node = load<u32>(counting);
  bump(node, next, -1);
  bump(node, target, 1);
}

/** The same by the place of the instruction's record and the distance to the target's, in bytes. */
export function countJumpBy(place: u32, distance: u32): void {
  countJump((place >> 4) + 2, (place + distance) >> 4);
}

/** The run came back to the program from code in another segment. */
export function countArrival(): void {
  if (counting != 0 && pcSegment == 0) bump(load<u32>(counting), pcOffset, 1);
}

/** A call whose instruction is at `site`; the callee's fp is at the address `f`. */
function countCall(site: u32, target: u32, f: u32): void {
  const control = counting;
  const node = load<u32>(control);
  bump(node, site + 2, -1);
  if (load<u32>(control, 4) == 0) {
    bump(node, target, 1);
    return;
  }
  let edge = load<u32>(node, 4);
  while (edge != 0 && load<u32>(edge, 4) != site) edge = load<u32>(edge);
  if (edge == 0) {
    const callee = functionNode(control, node, site, target);
    edge = callee == 0 ? 0 : allocate(12);
    if (edge == 0) return;
    store<u32>(edge, load<u32>(node, 4));
    store<u32>(edge, site, 4);
    store<u32>(edge, callee, 8);
    store<u32>(node, edge, 4);
  }
  const callee = load<u32>(edge, 8);
  if (load<u32>(callee) != node) pushFold(control, node, (f - execBase) >> 3);
  bump(callee, target, 1);
  store<u32>(control, callee);
}

/** The same by the place of the instruction's record and the distance to the target's, in bytes. */
export function countCallBy(place: u32, distance: u32, f: u32): void {
  countCall(place >> 4, (place + distance) >> 4, f);
}

function pushFold(control: u32, node: u32, fp: u32): void {
  const entries = load<u32>(control, 12);
  const capacity = load<u32>(control, 16);
  if (entries == capacity) {
    const wanted = capacity == 0 ? FIRST_FOLDS : capacity << 1;
    const larger = allocate((<u64>wanted) << 3);
    if (larger == 0) return;
    memory.copy(larger, load<u32>(control, 8), entries << 3);
    store<u32>(control, larger, 8);
    store<u32>(control, wanted, 16);
  }
  const at = load<u32>(control, 8) + (entries << 3);
  store<u32>(at, fp);
  store<u32>(at, node, 4);
  store<u32>(control, entries + 1, 12);
}

/** A return from the frame whose fp is at the address `f`; the instruction is at `site`. */
export function countReturn(site: u32, f: u32): void {
  const control = counting;
  let node = load<u32>(control);
  bump(node, site + 1, -1);
  if (load<u32>(control, 4) == 0) return;
  const entries = load<u32>(control, 12);
  const last = load<u32>(control, 8) + ((entries - 1) << 3);
  if (entries != 0 && load<u32>(last) == (f - execBase) >> 3) {
    node = load<u32>(last, 4);
    store<u32>(control, entries - 1, 12);
  } else if (load<u32>(node) != 0) node = load<u32>(node);
  store<u32>(control, node);
}

/** The run arrived at an offset by a return. */
export function countReturned(target: u32): void {
  bump(load<u32>(counting), target, 1);
}

/**
 * Counts an instruction that the generic step has run. It may have moved the stack, so addresses are relative to it. Behind other
 * instructions than calls and returns the counter may be that of an immediate, whose value nobody reads.
 */
export function countGeneric(op: u32, site: u32, frame: u32, callee: u32): void {
  const inProgram = pcSegment == 0;
  if (op == CALL && inProgram) countCall(site, pcOffset, execBase + callee);
  else if (op == RETURN) {
    countReturn(site, execBase + frame);
    if (inProgram) countReturned(pcOffset);
  } else if (inProgram) countJump(site + 1, pcOffset);
  else bump(load<u32>(counting), site + 1, -1);
}
