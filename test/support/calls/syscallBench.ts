// Makes single system calls on the plain machine: writes the request where a contract would, and reads the response.
import { isPointer } from '../../../src/cairo/cells.ts';
import type { Cell } from '../../../src/cairo/machine.ts';
import { type Pointer, segmentOf } from '../../../src/cairo/pointer.ts';
import type { RunnableClass } from '../../../src/classes/runnableClass.ts';
import type { CallContext } from '../../../src/execution/callContext.ts';
import { SyscallError } from '../../../src/execution/calls/callError.ts';
import { type Frame, newFrame } from '../../../src/execution/calls/frame.ts';
import type { InnerCall } from '../../../src/execution/calls/innerCall.ts';
import type { TrackedResource } from '../../../src/execution/calls/trackedResource.ts';
import { handleSyscall } from '../../../src/execution/syscalls/handleSyscall.ts';
import { SyscallIo } from '../../../src/execution/syscalls/syscallIo.ts';
import type { Felt } from '../../../src/felt/felt.ts';
import { NEWEST_PROTOCOL } from '../../../src/protocol/versions.ts';
import { felt, key, sierraVersionOf, TestWorld, type Value } from './harness.ts';

/** A part of a request: a felt, a span (Sierra) or array (Cairo 0) of felts, or an address. */
export type Part = Value | readonly Value[] | { readonly at: Pointer };

/** The result of a system call. */
export type Outcome =
  | { readonly kind: 'ok'; readonly gas: number; readonly cells: readonly Cell[] }
  | { readonly kind: 'failed'; readonly gas: number; readonly reason: readonly Felt[] }
  | { readonly kind: 'call'; readonly gas: number; readonly inner: InnerCall }
  | { readonly kind: 'error'; readonly text: string };

const RET = 0x208b7fff7fff7ffen as Felt;

const emptyClass = (kind: RunnableClass['kind'], tracked: TrackedResource): RunnableClass => ({
  kind,
  program: { kind: kind === 'sierra' ? 'casm' : 'cairo0', bytecode: [RET], hints: new Map(), builtins: [] },
  entryPoints: { EXTERNAL: [{ selector: key(1), offset: 0, builtins: [] }], L1_HANDLER: [], CONSTRUCTOR: [] },
  ...(kind === 'sierra' ? { sierraVersion: sierraVersionOf(tracked) } : {}),
  readsGas: false,
});

/** A frame of the contract 0xc0 (class 0xc1) called by 0xca11e4, ready for system calls. */
export class SyscallBench {
  readonly world = new TestWorld();
  readonly context: CallContext;
  readonly frame: Frame;
  readonly #io: SyscallIo;
  readonly #isSierra: boolean;

  constructor({
    mode = 'Execute' as CallContext['mode'],
    tracked = 'SierraGas' as TrackedResource,
    kind = 'sierra' as RunnableClass['kind'],
    transaction = undefined as CallContext['transaction'] | undefined,
    classHash = 0xc1 as Value,
  } = {}) {
    this.#isSierra = kind === 'sierra';
    const runnable = emptyClass(kind, tracked);
    this.world.declare(classHash, runnable);
    this.world.deploy(0xc0, classHash);
    this.context = this.world.context({ mode, ...(transaction ? { transaction } : {}) });
    const start = this.world.machine.begin({
      program: runnable.program,
      offset: 0,
      builtins: [],
      calldata: [],
      initialGas: 0n,
      selector: key(1),
      constants: NEWEST_PROTOCOL,
    });
    const call = {
      contractAddress: key(0xc0),
      classHash: key(classHash),
      entryPointType: 'EXTERNAL',
      selector: key(1),
      calldata: [],
      caller: key(0xca11e4),
      callType: 'CALL',
      initialGas: 1_000_000_000,
    } as const;
    this.frame = newFrame(call, runnable, tracked, start);
    this.#io = new SyscallIo(this.context);
  }

  /** Makes a system call with this gas counter. */
  run(name: string, parts: readonly Part[] = [], gas: Value = 100_000_000): Outcome {
    const { machine } = this.world;
    let at = this.frame.syscallPointer;
    const put = (cell: Cell) => {
      machine.set(at, cell);
      at = (at + 1) as Pointer;
    };
    put(felt(name));
    if (this.#isSierra) put(felt(gas));
    for (const part of parts) this.#putPart(part, put);
    try {
      const inner = handleSyscall(this.#io, this.frame, this.frame.syscallPointer);
      if (inner) return { kind: 'call', gas: this.frame.gas, inner };
      return this.#response(at);
    } catch (error) {
      if (error instanceof SyscallError) return { kind: 'error', text: error.message };
      throw error;
    }
  }

  #putPart(part: Part, put: (cell: Cell) => void): void {
    const { machine } = this.world;
    if (Array.isArray(part)) {
      const start = machine.writeKeys(part.map(key));
      if (this.#isSierra) put(start);
      else put(felt(part.length));
      put(this.#isSierra ? ((start + part.length) as Pointer) : start);
    } else if (typeof part === 'object') put((part as { at: Pointer }).at);
    else put(felt(part as Value));
  }

  #response(start: Pointer): Outcome {
    const { machine } = this.world;
    const end = this.frame.syscallPointer;
    const cells = Array.from({ length: end - start }, (_, i) => machine.get((start + i) as Pointer)!);
    if (!this.#isSierra) return { kind: 'ok', gas: 0, cells };
    const [gas, flag, ...rest] = cells;
    if (flag === 0n) return { kind: 'ok', gas: Number(gas), cells: rest };
    return { kind: 'failed', gas: Number(gas), reason: this.span(rest[0]!, rest[1]!) };
  }

  /** The felts between two addresses. */
  span(start: Cell, end: Cell): Felt[] {
    if (!isPointer(start) || !isPointer(end)) throw new Error('A span is two addresses.');
    return this.felts(start, end - start);
  }

  felts(start: Cell, count: number): Felt[] {
    return Array.from({ length: count }, (_, i) => this.world.machine.get(((start as Pointer) + i) as Pointer) as Felt);
  }

  /** The cells of a struct at an address. Addresses in it are not followed. */
  cells(start: Cell, count: number): Cell[] {
    return Array.from({ length: count }, (_, i) => this.world.machine.get(((start as Pointer) + i) as Pointer)!);
  }

  segment(pointer: Cell): number {
    return segmentOf(pointer as Pointer);
  }
}
