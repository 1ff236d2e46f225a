import type { Machine } from '../../cairo/machine.ts';
import { pointer } from '../../cairo/pointer.ts';
import type { FeltKey } from '../../felt/key.ts';
import { CallRecorder, type RecordedCall, type RecordedPhase } from '../explain/callRecorder.ts';
import type { Preimages } from './preimages.ts';

/** More hashes of one call are not recorded. */
const MAX_HASHES = 20_000;
/** More writes of one transaction are not recorded. */
const MAX_WRITES = 100_000;

interface RecordedWrite {
  readonly key: FeltKey;
  /** The calls that were running, outermost first. */
  readonly calls: readonly RecordedCall[];
  readonly phase: RecordedPhase;
}

/** Records calls like a CallRecorder, and which hashes they computed and which cells they wrote. */
export class StorageRecorder extends CallRecorder {
  readonly #preimages: Preimages;
  readonly #writes: RecordedWrite[] = [];

  constructor(preimages: Preimages) {
    super();
    this.#preimages = preimages;
  }

  write(key: FeltKey, _value?: FeltKey): void {
    if (this.#writes.length < MAX_WRITES)
      this.#writes.push({ key, calls: this.openCalls.slice(), phase: this.phases.at(-1)! });
  }

  /** The builtins of a run have the inputs of every hash beside its result. */
  override end(machine: Machine): void {
    super.end(machine);
    const pairs = machine.builtinSegment('pedersen');
    if (pairs !== undefined) {
      const size = Math.min(machine.segmentSize(pairs), 3 * MAX_HASHES);
      for (let at = 0; at + 3 <= size; at += 3) {
        const cells = machine.getKeys(pointer(pairs, at), 3);
        if (cells) this.#preimages.addPair(cells[0]!, cells[1]!, cells[2]!);
      }
    }
    const permutations = machine.builtinSegment('poseidon');
    if (permutations === undefined) return;
    const size = Math.min(machine.segmentSize(permutations), 6 * MAX_HASHES);
    for (let at = 0; at + 4 <= size; at += 6) {
      const cells = machine.getKeys(pointer(permutations, at), 4);
      if (cells) this.#preimages.addPermutation([cells[0]!, cells[1]!, cells[2]!], cells[3]!);
    }
  }

  /** The call that wrote a cell last and was not rolled back, and its phase. */
  writerOf(address: FeltKey, key: FeltKey): { readonly call: RecordedCall; readonly phase: RecordedPhase } | undefined {
    const write = this.#writes.findLast(
      (write) =>
        write.key === key &&
        write.calls.at(-1)?.call.contractAddress === address &&
        write.calls.every(({ info }) => info && !info.failed),
    );
    return write && { call: write.calls.at(-1)!, phase: write.phase };
  }
}
