import { shiftPointer } from './cells.ts';
import { offsetOf, type Pointer, segmentOf } from './pointer.ts';
import { VmError } from './vmError.ts';

/** The index of the temporary segment that a new relocation rule is for: 0 for segment -1. Throws if the rule is not allowed. */
export function ruleIndex(from: Pointer, rules: ReadonlyMap<number, Pointer>): number {
  const segment = segmentOf(from);
  if (segment >= 0) throw new VmError(`Memory addresses must be in a TemporarySegment, segment: ${segment}`);
  if (offsetOf(from) !== 0)
    throw new VmError(`The TemporarySegment: ${offsetOf(from)} doesn't have a relocation address`);
  if (rules.has(-1 - segment)) throw new VmError(`Attempt to overwrite a relocation rule, segment: ${segment}`);
  return -1 - segment;
}

/** Follows the rules from a target to a segment that is not temporary. */
export function relocationTarget(target: Pointer, rules: ReadonlyMap<number, Pointer>): Pointer {
  let end = target;
  for (let hops = 0; segmentOf(end) < 0; hops++) {
    const next = rules.get(-1 - segmentOf(end));
    if (next === undefined)
      throw new VmError(`Temporary segment ${segmentOf(end)} has no relocation mapping (unmapped temporary segment).`);
    if (hops > rules.size) throw new VmError('Inconsistent Relocation');
    end = shiftPointer(next, offsetOf(end));
  }
  return end;
}
