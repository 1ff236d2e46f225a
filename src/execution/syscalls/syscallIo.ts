import type { Machine } from '../../cairo/machine.ts';
import { formatPointer, offsetOf, type Pointer, segmentOf } from '../../cairo/pointer.ts';
import { type Felt, feltOfAscii } from '../../felt/felt.ts';
import { type FeltKey, feltOf, formatKey, keyOf, keyOfNumber, ZERO_KEY } from '../../felt/key.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';
import type { CallContext } from '../callContext.ts';
import { SyscallError } from '../calls/callError.ts';
import type { Frame } from '../calls/frame.ts';
import type { InnerCall } from '../calls/innerCall.ts';
import { keepFelts } from '../calls/keepFelts.ts';
import { type SyscallConstants, syscallConstants } from './costs.ts';

const OUT_OF_GAS = keyOf(feltOfAscii('Out of gas'));
const ONE_KEY = keyOfNumber(1);
const U64 = 2n ** 64n;

/**
 * Reads the request of a system call and writes its response, cell by cell, at the frame's syscall pointer.
 * One object is used for a whole execution: `open` selects a frame, and `close` moves the frame's pointer behind the response.
 */
export class SyscallIo {
  readonly context: CallContext;
  readonly machine: Machine;
  readonly constants: SyscallConstants;
  frame!: Frame;
  /** The gas counter: at first that of the request, then what is left after charges. */
  gas = 0;
  #cursor = 0 as Pointer;

  constructor(context: CallContext) {
    this.context = context;
    this.machine = context.machine;
    this.constants = syscallConstants(context.block.constants);
  }

  open(frame: Frame, gas: number): void {
    this.frame = frame;
    this.gas = gas;
    this.#cursor = frame.syscallPointer;
  }

  close(): void {
    this.frame.syscallPointer = this.#cursor;
  }

  get cursor(): Pointer {
    return this.#cursor;
  }

  // The request.

  /** The next cell, which must be a felt. */
  key(): FeltKey {
    const key = this.machine.getKey(this.#cursor);
    if (key === undefined) throw this.#unreadable(this.#cursor, 'integer');
    this.#cursor++;
    return key;
  }

  /** The next cell, which must be a 64-bit number. `info` is the end of the error message. */
  u64(info: string): bigint {
    const key = this.key();
    const felt = feltOf(key);
    if (felt >= U64) throw invalidInput(key, info);
    return felt;
  }

  /** Reads the gas counter of the request. Counters are always far below 2^53. */
  readGas(): void {
    const gas = this.machine.getNumber(this.#cursor);
    if (gas >= 0) {
      this.#cursor++;
      this.gas = gas;
    } else this.gas = Number(this.u64('Unexpected gas.'));
  }

  /** The next cell, which must be a boolean. `info` is the end of the error message. */
  boolean(info: string): boolean {
    const key = this.key();
    if (key === ZERO_KEY) return false;
    if (key === ONE_KEY) return true;
    throw invalidInput(key, info);
  }

  /** The next cell, which must be an address of a contract or of a storage cell. */
  address(): FeltKey {
    const key = this.key();
    if (key.charCodeAt(15) >= 0x800) throw new SyscallError(`Out of range [0x0, 0x8${'0'.repeat(62)}).`);
    return key;
  }

  /** The next cell, which must be a memory address. */
  pointer(): Pointer {
    const pointer = this.machine.getPointer(this.#cursor);
    if (pointer === undefined) throw this.#unreadable(this.#cursor, 'relocatable');
    this.#cursor++;
    return pointer;
  }

  /** The next two cells, which must be the start and end address of a span. An empty span may be two equal felts instead. */
  spanBounds(): { start: Pointer; length: number } {
    const start = this.machine.getPointer(this.#cursor);
    const end = this.machine.getPointer((this.#cursor + 1) as Pointer);
    if (start === undefined || end === undefined) {
      const startKey = this.machine.getKey(this.#cursor);
      if (startKey === undefined || startKey !== this.machine.getKey((this.#cursor + 1) as Pointer))
        throw this.#unreadable((start === undefined ? this.#cursor : this.#cursor + 1) as Pointer, 'relocatable');
      this.#skip(2);
      return { start: 0 as Pointer, length: 0 };
    }
    this.#skip(2);
    if (segmentOf(start) !== segmentOf(end))
      throw new SyscallError(
        `Operation failed: ${formatPointer(end)} - ${formatPointer(start)}, can't subtract two relocatable values with different segment indexes`,
      );
    if (end < start)
      throw new SyscallError(`Operation failed: ${formatPointer(end)} - ${offsetOf(start)}, offsets cant be negative`);
    return { start, length: end - start };
  }

  /** The felts of the next span. */
  span(): FeltKey[] {
    const { start, length } = this.spanBounds();
    return this.keysAt(start, length);
  }

  /** The felts of the next Cairo 0 array, which is a length and a start address. */
  array(): FeltKey[] {
    const length = this.machine.getNumber(this.#cursor);
    if (length < 0) {
      const felt = feltOf(this.key());
      throw new SyscallError(`An array of ${felt} felts does not fit into memory.`);
    }
    this.#cursor++;
    if (length === 0) {
      this.#cursor++;
      return [];
    }
    return this.keysAt(this.pointer(), length);
  }

  /** The felts at an address. */
  keysAt(start: Pointer, length: number): FeltKey[] {
    if (length === 0) return [];
    keepFelts(this.context, length);
    const keys = this.machine.getKeys(start, length);
    if (keys) return keys;
    let at = start;
    while (this.machine.getKey(at) !== undefined) at = (at + 1) as Pointer;
    throw this.#unreadable(at, 'integer');
  }

  #skip(cells: number): void {
    this.#cursor = (this.#cursor + cells) as Pointer;
  }

  #unreadable(address: Pointer, wanted: 'integer' | 'relocatable'): SyscallError {
    return new SyscallError(
      this.machine.get(address) === undefined
        ? `Unknown memory cell at address ${formatPointer(address)}`
        : `Expected ${wanted} at address ${formatPointer(address)}`,
    );
  }

  // The response.

  /**
   * Subtracts the gas of a system call from the counter, without the base cost, which compiled code has already paid.
   * If there is too little gas, it writes the response 'Out of gas' and returns false.
   */
  charge(name: SyscallName, felts = 0): boolean {
    const { base, perFelt } = this.constants.costs[name];
    const needed = base + perFelt * felts - this.context.block.constants.syscallBaseGas;
    if (this.gas < needed) {
      this.fail([OUT_OF_GAS]);
      return false;
    }
    this.gas -= needed;
    if (this.frame.tracked === 'SierraGas') this.context.lastGas = this.gas;
    return true;
  }

  /** Starts the response of a success. The fields follow. */
  succeed(): void {
    this.writeKey(keyOfNumber(this.gas));
    this.writeKey(ZERO_KEY);
  }

  /** Writes the whole response of a failure, which the contract may catch. */
  fail(reason: readonly FeltKey[]): void {
    this.writeKey(keyOfNumber(this.gas));
    this.writeKey(ONE_KEY);
    this.writeSpan(this.machine.writeKeys(reason), reason.length);
  }

  writeKey(key: FeltKey): void {
    this.machine.setKey(this.#cursor, key);
    this.#cursor++;
  }

  writePointer(pointer: Pointer): void {
    this.machine.set(this.#cursor, pointer);
    this.#cursor++;
  }

  writeSpan(start: Pointer, length: number): void {
    this.writePointer(start);
    this.writePointer((start + length) as Pointer);
  }

  /** Writes a 256-bit number as two felts of 128 bits, the lower first. */
  writeU256(value: bigint): void {
    this.writeKey(keyOf((value & (2n ** 128n - 1n)) as Felt));
    this.writeKey(keyOf((value >> 128n) as Felt));
  }

  /** Makes a new read-only segment with these felts. */
  readOnly(keys: readonly FeltKey[]): Pointer {
    const start = this.machine.writeKeys(keys);
    this.machine.setReadOnly(segmentOf(start), keys.length);
    return start;
  }
}

/**
 * Handles one system call: reads its request, charges its gas, acts and writes the response, or returns a call that must be made first.
 * It reads everything it needs of the state before it changes anything, so that it can be run again after a Need.
 */
export type SyscallHandler = (io: SyscallIo) => InnerCall | undefined;

/** The error of a system call that is forbidden during validation. */
export const unauthorized = (what: string) =>
  new SyscallError(`Unauthorized syscall ${what} in execution mode Validate.`);

export const invalidInput = (input: FeltKey, info: string) =>
  new SyscallError(`Invalid syscall input: ${formatKey(input)}; ${info}`);
