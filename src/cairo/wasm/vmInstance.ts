import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOfUnits } from '../../felt/key.ts';
import type { CellMemory } from '../cells.ts';
import type { CodeCounter } from '../codeCounter.ts';
import type { Hint } from '../hints/decode.ts';
import type { Cell, EntryPointRun } from '../machine.ts';
import { offsetOf, type Pointer, pointer, segmentOf } from '../pointer.ts';
import type { LoadedProgram } from '../program.ts';
import { VmError } from '../vmError.ts';
import { CELL_KIND } from './abi.generated.ts';
import { classBlock } from './classBlock.ts';
import { errorText, OUT_OF_MEMORY } from './errorText.ts';
import { countByCall, flushNode, readTree } from './runCounters.ts';
import { copyVmKernel, newVmKernel, type VmKernel } from './vmKernel.ts';

// The size of the zone that caches decoded classes: about forty classes of six thousand instructions.
const ZONE_BYTES = 8 << 20;
/** The size up to which an instance is kept for usual executions. A new one has 15 MB. The kernel takes half as much again as it needs. */
const SMALL_BYTES = 72 << 20;

/** For hash tables; contracts must not know it. No result depends on it. */
const randomWord = (): number => Math.floor(Math.random() * 2 ** 32) | 0;

// The tags of the kernel's cells (kernel/vm/cells.ts).
const SMALL_TAG = 3;
const ADDRESS_TAG = 1;

/** An instance of the kernel: the memory of its runs, and a cache of decoded classes. */
export class VmInstance implements CellMemory {
  readonly kernel: VmKernel;
  readonly #buffer: number;
  readonly #zone: number;
  /** The size of its memory before any run. */
  readonly #firstBytes: number;
  #zoneTop: number;
  /** The addresses of decoded classes. */
  readonly #classAddresses: Map<LoadedProgram, number>;
  /** The addresses of the counters of programs that are counted as a whole, and who gets them. */
  readonly #nodes = new Map<LoadedProgram, number>();
  /** The programs that ran since their counters were reported. */
  readonly #counted = new Set<LoadedProgram>();
  #counter: CodeCounter | undefined;
  /** Whether a call trapped. Then nothing in the memory can be trusted any more. */
  broken = false;
  #depth = 0;

  // Views over the buffer for arguments and results. They are renewed when the memory has grown.
  #units = new Uint16Array();
  #words = new Uint32Array();
  #wide = new BigUint64Array();

  /** Without an original, the instance is empty; otherwise it has the original's decoded classes and tables, but no run. */
  constructor(original?: VmInstance) {
    if (original === undefined) {
      this.kernel = newVmKernel();
      this.kernel.vmSetSeed(randomWord(), randomWord());
      this.#zone = this.kernel.vmOpen(ZONE_BYTES);
      this.#zoneTop = this.#zone;
      this.#firstBytes = this.bytes;
      this.#classAddresses = new Map();
    } else {
      this.kernel = copyVmKernel(original.kernel, original.#zoneTop, original.#firstBytes);
      this.#zone = original.#zone;
      this.#zoneTop = original.#zoneTop;
      this.#firstBytes = original.#firstBytes;
      this.#classAddresses = new Map(original.#classAddresses);
    }
    this.#buffer = this.kernel.vmBuffer();
    this.#takeViews();
  }

  #takeViews(): void {
    const { buffer } = this.kernel.memory;
    this.#units = new Uint16Array(buffer, this.#buffer, 64);
    this.#words = new Uint32Array(buffer, this.#buffer, 32);
    this.#wide = new BigUint64Array(buffer, this.#buffer, 16);
  }

  /** Renews the views, which are detached when the memory grows. */
  #refresh(): void {
    if (this.#units.length === 0) this.#takeViews();
  }

  /** The size of its memory. */
  get bytes(): number {
    return this.kernel.memory.buffer.byteLength;
  }

  /** Whether its memory has not grown much. */
  get isSmall(): boolean {
    return this.bytes <= SMALL_BYTES;
  }

  /** The part of its memory that is in use. */
  get usedBytes(): number {
    return this.kernel.vmTop() >>> 0;
  }

  /** Takes a block of the zone of classes; undefined if there is no room in it. */
  #takeZone(size: number): number | undefined {
    // The blocks of lower runs must not move, so the zone is cleared only between executions.
    if (this.#zoneTop + size > this.#zone + ZONE_BYTES && this.#depth === 0) this.#evict();
    if (this.#zoneTop + size > this.#zone + ZONE_BYTES) return undefined;
    const block = this.#zoneTop;
    this.#zoneTop += size;
    return block;
  }

  /** Copies a program into the memory unless it is cached there. Returns its address and its hints. */
  load(program: LoadedProgram): { readonly block: number; readonly hints: readonly Hint[] } {
    const made = classBlock(program, this.kernel);
    if (made === undefined) throw new VmError(OUT_OF_MEMORY);
    const { bytes, hints } = made;
    let block = this.#classAddresses.get(program);
    if (block === undefined) {
      const size = (bytes.length + 31) & ~31;
      block = this.#takeZone(size);
      if (block !== undefined) this.#classAddresses.set(program, block);
      else block = this.kernel.vmAllocate(size);
      if (block === 0) throw new VmError(OUT_OF_MEMORY);
      new Uint8Array(this.kernel.memory.buffer, block, bytes.length).set(bytes);
      this.kernel.vmPlace(block);
    }
    return { block, hints };
  }

  /** Starts a run of the class at an address on top of the others. */
  push(block: number): void {
    this.#depth++;
    if (this.kernel.vmPush(block) !== 0) return;
    this.pop();
    throw new VmError(OUT_OF_MEMORY);
  }

  /** Drops the top run. */
  pop(): void {
    this.#depth--;
    this.kernel.vmPop();
  }

  /** The number of runs on the stack. */
  get depth(): number {
    return this.#depth;
  }

  /** Starts counting the top run, whose registers are set. */
  startCounting(entry: EntryPointRun, counter: CodeCounter): void {
    const { kernel } = this;
    const { program } = entry;
    if (counter !== this.#counter) this.flushCounts();
    this.#counter = counter;
    counter.begin?.(entry);
    const node = counter.byCall ? undefined : this.#nodeOf(program);
    // Without room in the zone the counters end with the run; that takes several megabytes of classes in one transaction.
    if (node === undefined) countByCall(kernel, program);
    else {
      this.#counted.add(program);
      kernel.vmStartCounting(node, 0, 0);
    }
  }

  /** The counters of a whole program; undefined if there is no room for them. */
  #nodeOf(program: LoadedProgram): number | undefined {
    const { kernel } = this;
    const kept = this.#nodes.get(program);
    if (kept !== undefined) return kept;
    const length = program.bytecode.length;
    const bytes = (kernel.vmNodeBytes(length) + 31) & ~31;
    const node = this.#takeZone(bytes);
    if (node === undefined) return undefined;
    new Uint8Array(kernel.memory.buffer, node, bytes).fill(0);
    kernel.vmOpenNode(node, length);
    this.#nodes.set(program, node);
    return node;
  }

  /** Ends counting the top run, if it is counted, and reports what ends with it. */
  stopCounting(program: LoadedProgram): void {
    if (!this.#counter || this.broken) return;
    const newest = this.kernel.vmStopCounting();
    if (newest !== 0) this.#counter.add(program, readTree(this.kernel, newest));
  }

  /** Reports the sums of programs that were counted as a whole, and starts new ones. */
  flushCounts(): void {
    const counter = this.#counter;
    if (!counter || this.broken) return;
    for (const program of this.#counted) flushNode(this.kernel, this.#nodes.get(program)!, program, counter);
    this.#counted.clear();
  }

  /**
   * Forgets who counts, unless sums are still to be reported; only between executions. A counter keeps what it recorded, such as the calls of a
   * profile, and an idle instance must not keep that.
   */
  forgetCounter(): void {
    if (this.#counter?.byCall || this.#counted.size === 0) this.#counter = undefined;
  }

  /** Evicts all decoded classes and counters; only allowed between executions. */
  #evict(): void {
    this.flushCounts();
    this.#nodes.clear();
    this.#classAddresses.clear();
    this.#zoneTop = this.#zone;
  }

  get(address: Pointer): Cell | undefined {
    return this.result(this.kernel.vmRead(segmentOf(address), offsetOf(address)));
  }

  /** The cell that the kernel has written to the buffer, by the kind that it returned. */
  result(kind: number): Cell | undefined {
    if (kind === CELL_KIND.unknown) return undefined;
    this.#refresh();
    if (kind === CELL_KIND.address) return pointer(this.#words[0]! | 0, this.#words[1]!);
    return this.#felt();
  }

  #felt(): Felt {
    const wide = this.#wide;
    const [a, b, c, d] = [wide[0]!, wide[1]!, wide[2]!, wide[3]!];
    return ((b | c | d) === 0n ? a : a | (b << 64n) | (c << 128n) | (d << 192n)) as Felt;
  }

  set(address: Pointer, value: Cell): void {
    const segment = segmentOf(address);
    const offset = offsetOf(address);
    if (typeof value === 'number')
      this.#check(this.kernel.vmWriteAddress(segment, offset, segmentOf(value), offsetOf(value)));
    else {
      this.putFelt(0, value);
      this.#check(this.kernel.vmWriteFelt(segment, offset));
    }
  }

  /** Writes a felt to an index of the buffer. */
  putFelt(place: number, felt: Felt): void {
    this.#refresh();
    const at = place * 4;
    this.#wide[at] = felt;
    const rest = felt >> 64n;
    this.#wide[at + 1] = rest;
    this.#wide[at + 2] = rest === 0n ? 0n : rest >> 64n;
    this.#wide[at + 3] = rest === 0n ? 0n : rest >> 128n;
  }

  getKey(address: Pointer): FeltKey | undefined {
    if (this.kernel.vmRead(segmentOf(address), offsetOf(address)) !== CELL_KIND.felt) return undefined;
    this.#refresh();
    return keyOfUnits(this.#units);
  }

  /** Writes a key to an index of the buffer. */
  #putKey(place: number, key: FeltKey): void {
    const units = this.#units;
    for (let i = 0; i < 16; i++) units[16 * place + i] = key.charCodeAt(i);
  }

  setKey(address: Pointer, value: FeltKey): void {
    this.#refresh();
    this.#putKey(0, value);
    this.#check(this.kernel.vmWriteFelt(segmentOf(address), offsetOf(address)));
  }

  getPointer(address: Pointer): Pointer | undefined {
    if (this.kernel.vmRead(segmentOf(address), offsetOf(address)) !== CELL_KIND.address) return undefined;
    this.#refresh();
    return pointer(this.#words[0]! | 0, this.#words[1]!);
  }

  addSegment(): number {
    const segment = this.kernel.vmAddSegment();
    if (segment < 0) throw new VmError(OUT_OF_MEMORY);
    return segment;
  }

  segmentSize(segment: number): number {
    return this.kernel.vmSegmentSize(segment);
  }

  /** The address of the waiting syscall's request. */
  syscallPointer(): Pointer {
    this.kernel.vmSyscall();
    this.#refresh();
    return pointer(this.#words[0]! | 0, this.#words[1]!);
  }

  /** Prepares the check of a signature. Returns the smaller y of the points with x = r if the signature could be prepared. */
  expectSignature(sender: FeltKey, hash: FeltKey, r: FeltKey, s: FeltKey): Felt | undefined {
    this.#refresh();
    this.#putKey(0, sender);
    this.#putKey(1, hash);
    this.#putKey(2, r);
    this.#putKey(3, s);
    return this.kernel.vmExpectSignature() === 1 ? this.#felt() : undefined;
  }

  #check(failure: number): void {
    if (failure !== 0) throw this.lastError();
  }

  /** The kernel's last error with the network's message. */
  lastError(): VmError {
    const code = this.kernel.vmError();
    this.#refresh();
    const operands = [0, 1, 2].map((i) => this.#cell(this.#words[i * 2]!, this.#words[i * 2 + 1]!));
    return new VmError(errorText(code, operands[0]!, operands[1]!, operands[2]!, this));
  }

  // A cell of the kernel (kernel/vm/cells.ts) from its two halves; an unknown cell gives zero.
  #cell(low: number, high: number): Cell {
    const tag = low & 3;
    if (tag === 0) return 0n as Felt;
    const wide = (BigInt(high & 0x7fffffff) << 32n) | BigInt(low);
    if (tag === SMALL_TAG) return (wide >> 2n) as Felt;
    if (tag === ADDRESS_TAG) return pointer((high << 2) >> 4, Number((wide >> 2n) & 0xffff_ffffn));
    const [a, b, c, d] = new BigUint64Array(this.kernel.memory.buffer, Number(wide >> 2n), 4);
    return (a! | (b! << 64n) | (c! << 128n) | (d! << 192n)) as Felt;
  }
}
