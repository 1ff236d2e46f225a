import type { BuiltinName } from '../builtinNames.ts';
import { BUILTINS } from '../builtins/builtinTable.ts';
import { debugCell, formatCell, isFelt } from '../cells.ts';
import { formatPointer, offsetOf, type Pointer, pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { RunHost, RunLayout } from './runHost.ts';

/** Ends a run: relocates temporary segments, and checks builtin outputs that the program wrote itself, and hint scopes. */
export function endRun(host: RunHost, layout: RunLayout): void {
  host.relocate();
  for (const { name, segment } of layout.builtins) {
    const { deduce } = BUILTINS[name];
    if (deduce === undefined || host.fastCheck(segment, 'deductions')) continue;
    const size = host.segmentSize(segment);
    for (let offset = 0; offset < size; offset++) {
      const address = pointer(segment, offset);
      if (host.wasDeduced(address)) continue;
      const expected = deduce(host, address);
      if (expected === undefined) continue;
      const cell = host.get(address);
      if (cell !== undefined && cell !== expected)
        throw new VmError(
          `Inconsistent auto-deduction for ${name}_builtin, expected ${formatCell(expected)}, got Some(${debugCell(cell)})`,
        );
    }
  }
  if (!host.scopesClosed) throw new VmError('Every enter_scope() requires a corresponding exit_scope().');
}

/** Refuses a run whose memory a prover would not accept. */
export function checkSecure(host: RunHost, layout: RunLayout): void {
  if (host.segmentSize(0) > layout.programSize) throw new VmError('Out of bounds access to program segment');
  const temporary = host.firstTemporaryAddress();
  if (temporary !== undefined)
    throw new VmError(
      `Security Error: Invalid Memory Value: temporary address not relocated: ${formatPointer(temporary)}`,
    );
  for (const { name, segment } of layout.builtins) {
    if (name === 'output' || name === 'segment_arena') continue;
    BUILTINS[name].check?.(host, segment);
    if (!host.fastCheck(segment, 'inputs')) checkInputs(host, name, segment);
  }
  checkReturnFp(host, layout.initialFp);
}

/** Checks that every used instance of a builtin has all its inputs. */
function checkInputs(host: RunHost, name: BuiltinName, segment: number): void {
  const size = host.segmentSize(segment);
  const { cellsPerInstance, inputCells } = BUILTINS[name];
  const instances = Math.ceil(size / cellsPerInstance);
  let known = 0;
  for (let offset = 0; offset < size; offset++) if (host.get(pointer(segment, offset)) !== undefined) known++;
  if (known === 0) return;
  if (instances > Math.floor(known / inputCells)) throw new VmError(`Missing memory cells for ${name}_builtin`);
  const missing: number[] = [];
  for (let i = 0; i < instances; i++)
    for (let j = 0; j < inputCells; j++) {
      const offset = i * cellsPerInstance + j;
      if (host.get(pointer(segment, offset)) === undefined) missing.push(offset);
    }
  if (missing.length > 0) throw new VmError(`Missing memory cells for ${name}_builtin: [${missing.join(', ')}]`);
  // It must be possible to compute the outputs that were never read, too.
  for (let offset = size; offset < instances * cellsPerInstance; offset++)
    BUILTINS[name].deduce?.(host, pointer(segment, offset));
}

function checkReturnFp(host: RunHost, initialFp: Pointer): void {
  const address = (initialFp - 2) as Pointer;
  const returned = host.get(address);
  if (returned === undefined) throw new VmError(`Return FP address should be in memory: ${formatPointer(address)}`);
  const offset = offsetOf(host.fp);
  const shown = formatPointer(host.fp);
  if (isFelt(returned)) {
    if (returned !== BigInt(offset))
      throw new VmError(`Return FP felt ${returned} should equal expected final FP ${shown} offset`);
  } else if (offsetOf(returned) !== offset)
    throw new VmError(`Return FP ${formatPointer(returned)} offset should equal expected final FP ${shown} offset`);
}
