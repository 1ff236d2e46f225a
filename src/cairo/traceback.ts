import { fillErrorMessage } from './cairo0/errorMessage.ts';
import type { Frame } from './cairo0/reference.ts';
import { type CellMemory, isFelt, isPointer } from './cells.ts';
import { isCallInstruction } from './instruction.ts';
import type { Cell, Machine } from './machine.ts';
import { formatPointer, offsetOf, type Pointer, segmentOf } from './pointer.ts';
import type { LoadedProgram } from './program.ts';
import type { VmError } from './vmError.ts';

const MAX_ENTRIES = 20;

/**
 * The call instructions that led to a frame, outermost first, as tracebacks show them: only the innermost ones. They are found just before the
 * return addresses of the frames.
 */
function callersOf(memory: Pick<CellMemory, 'get'>, fp: Pointer): Pointer[] {
  const callers: Pointer[] = [];
  for (let frame = fp; callers.length < MAX_ENTRIES; ) {
    const returnPc = cellBefore(memory, frame, 1);
    const callerFp = cellBefore(memory, frame, 2);
    if (returnPc === undefined || !isPointer(returnPc)) break;
    if (callerFp === undefined || !isPointer(callerFp) || callerFp === frame) break;
    frame = callerFp;
    const caller = callBefore(memory, returnPc);
    if (caller === undefined) break;
    callers.push(caller);
  }
  return callers.reverse();
}

/**
 * How many frames of a folded list are visited, and how many calls are in it from its start and from its end. An estimate has gas for a
 * million frames.
 */
const MAX_FRAMES = 2_000_000;
const MAX_INNER = 48;
const MAX_OUTER = 16;

/**
 * The call instructions that led to a frame, innermost first. Calls from the same instruction after each other, as loops and
 * recursive functions make them, are there once. Of a long list the middle is left out.
 */
export function foldedCallersOf(memory: Pick<Machine, 'get' | 'getPointer'>, fp: Pointer): readonly Pointer[] {
  const inner: Pointer[] = [];
  const outer: Pointer[] = [];
  let frame = fp;
  let lastPc: Pointer | undefined;
  let repeated = 0;
  for (let visited = 0; visited < MAX_FRAMES && offsetOf(frame) >= 2; visited++) {
    const returnPc = memory.getPointer((frame - 1) as Pointer);
    const callerFp = memory.getPointer((frame - 2) as Pointer);
    if (returnPc === undefined || callerFp === undefined || callerFp === frame) break;
    repeated = returnPc === lastPc ? repeated + 1 : 0;
    const below = repeated < MANY_FRAMES ? undefined : sameFrameBelow(memory, frame, returnPc, frame - callerFp);
    frame = below ?? callerFp;
    if (repeated > 0) continue;
    lastPc = returnPc;
    const caller = callBefore(memory, returnPc);
    if (caller === undefined) break;
    if (inner.length < MAX_INNER) inner.push(caller);
    else if (outer.push(caller) > MAX_OUTER) outer.shift();
  }
  return [...inner, ...outer];
}

/** After this many frames of a loop or a recursive function, only some of its further frames are visited. */
const MANY_FRAMES = 1000;
const SKIPPED_FRAMES = 64;

/**
 * The frame that is 64 frames below, if it has the same size and return address: then it belongs to the same loop or recursive function, and
 * so do most likely those between them. Undefined if there is none. COST: explaining a million frames takes 50 ms in one turn instead of 105.
 */
function sameFrameBelow(
  memory: Pick<Machine, 'getPointer'>,
  frame: Pointer,
  returnPc: Pointer,
  size: number,
): Pointer | undefined {
  const below = (frame - SKIPPED_FRAMES * size) as Pointer;
  if (size <= 0 || offsetOf(frame) < SKIPPED_FRAMES * size + 2) return undefined;
  const isSame =
    memory.getPointer((below - 1) as Pointer) === returnPc &&
    memory.getPointer((below - 2) as Pointer) === below - size;
  return isSame ? below : undefined;
}

/** The call instruction of one or two words before a return address. */
function callBefore(memory: Pick<CellMemory, 'get'>, returnPc: Pointer): Pointer | undefined {
  const [word, earlier] = [cellBefore(memory, returnPc, 1), cellBefore(memory, returnPc, 2)];
  if (word === undefined || !isFelt(word)) return undefined;
  if (isCallInstruction(word)) return (returnPc - 1) as Pointer;
  return earlier !== undefined && isFelt(earlier) && isCallInstruction(earlier)
    ? ((returnPc - 2) as Pointer)
    : undefined;
}

const cellBefore = (memory: Pick<CellMemory, 'get'>, address: Pointer, back: number): Cell | undefined =>
  offsetOf(address) >= back ? memory.get((address - back) as Pointer) : undefined;

/** The Cairo 0 error messages of the ranges that contain an instruction. */
function messagesAt(program: LoadedProgram, frame: Frame, pc: Pointer): string[] {
  if (segmentOf(pc) !== 0) return [];
  const offset = offsetOf(pc);
  return (program.errorMessages ?? [])
    .filter(({ start, end }) => start <= offset && offset < end)
    .map((message) => `Error message: ${fillErrorMessage(message, frame)}`);
}

/** Adds the position of an error to it. */
export function locateError(
  error: VmError,
  program: LoadedProgram,
  memory: Pick<CellMemory, 'get'>,
  pc: Pointer,
  fp: Pointer,
): VmError {
  // Error messages never use references that depend on ap, so any value of ap is valid here.
  const frame: Frame = { ap: fp, fp, get: (address) => memory.get(address) };
  error.pc = pc;
  error.callers = callersOf(memory, fp);
  error.attributes = messagesAt(program, frame, pc);
  error.callerAttributes = error.callers.map((caller) => messagesAt(program, frame, caller));
  return error;
}

/**
 * The text of a failed run without its cause: `Error at pc=0:7:`, then the traceback, each with the error messages from the
 * source code. Empty if the run failed outside its instructions.
 */
export function formatTraceback(error: VmError): string {
  if (error.pc === undefined) return '';
  const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
  const here = `${lines(error.attributes)}Error at pc=${formatPointer(error.pc)}:`;
  if (error.callers.length === 0) return here;
  const calls = error.callers.map(
    (caller, i) => `${lines(error.callerAttributes[i] ?? [])}Unknown location (pc=${formatPointer(caller)})\n`,
  );
  return `${here}\nCairo traceback (most recent call last):\n${calls.join('')}`;
}
