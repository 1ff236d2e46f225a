import type { Felt } from '../../felt/felt.ts';
import { type Dictionaries, unknownDictionary } from '../hints/dictionaries.ts';
import type { Squash } from '../hints/squash.ts';
import type { Cell } from '../machine.ts';
import { offsetOf, type Pointer, segmentOf } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import { OUT_OF_MEMORY } from './errorText.ts';
import type { VmInstance } from './vmInstance.ts';

/** The dictionaries of an instance's top run (kernel/vm/dictionaries.ts), for hints that the kernel does not run itself. */
export class KernelDictionaries implements Dictionaries {
  readonly #vm: VmInstance;
  readonly #squash: KernelSquash;

  constructor(vm: VmInstance) {
    this.#vm = vm;
    this.#squash = new KernelSquash(vm);
  }

  add(segment: number): void {
    checkMemory(this.#vm.kernel.vmAddDictionary(segment));
  }

  indexOf(end: Pointer): number {
    const index = this.#vm.kernel.vmDictionaryIndex(segmentOf(end));
    if (index < 0) throw unknownDictionary();
    return index;
  }

  read(end: Pointer, key: Felt): Cell {
    this.indexOf(end);
    this.#vm.putFelt(0, key);
    return this.#vm.result(this.#vm.kernel.vmReadDictionary(segmentOf(end)))!;
  }

  write(end: Pointer, key: Felt, value: Cell): void {
    this.indexOf(end);
    const { kernel } = this.#vm;
    this.#vm.putFelt(0, key);
    if (typeof value === 'number')
      checkMemory(kernel.vmWriteDictionaryAddress(segmentOf(end), segmentOf(value), offsetOf(value)));
    else {
      this.#vm.putFelt(1, value);
      checkMemory(kernel.vmWriteDictionaryFelt(segmentOf(end)));
    }
  }

  startSquash(start: Pointer, keys: readonly Felt[]): Squash {
    checkMemory(this.#vm.kernel.vmStartSquash(segmentOf(start), offsetOf(start), keys.length));
    return this.#squash;
  }

  get squash(): Squash | undefined {
    return this.#vm.kernel.vmSquashing() === 1 ? this.#squash : undefined;
  }
}

/** Throws if a function of the kernel returned 0, which means that memory is exhausted. */
function checkMemory(done: number): void {
  if (done === 0) throw new VmError(OUT_OF_MEMORY);
}

class KernelSquash implements Squash {
  readonly #vm: VmInstance;

  constructor(vm: VmInstance) {
    this.#vm = vm;
  }

  get largestKey(): Felt {
    return this.#vm.result(this.#vm.kernel.vmLargestKey()) as Felt;
  }
  get keysLeft(): number {
    return this.#vm.kernel.vmKeysLeft();
  }
  get currentKey(): Felt {
    return this.#vm.result(this.#vm.kernel.vmCurrentKey()) as Felt;
  }
  get accessesLeft(): number {
    return this.#vm.kernel.vmAccessesLeft();
  }
  get currentAccess(): number {
    return this.#vm.kernel.vmCurrentAccess();
  }
  advanceAccess(): void {
    this.#vm.kernel.vmAdvanceAccess();
  }
  advanceKey(): void {
    this.#vm.kernel.vmAdvanceKey();
  }
}
