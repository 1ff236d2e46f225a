import { copyKernel, type KernelExports, newKernel } from '../../felt/kernel.ts';
import type { Pointer } from '../pointer.ts';

type Call = (...args: number[]) => number;

/** The kernel's exports for the VM (kernel/vm/index.ts). Addresses are in bytes of its memory, offsets in cells. */
export interface VmKernel {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Switches the cache of Pedersen hashes on or off, for measurements. */
  readonly pedersenCache: (on: number) => void;
  readonly vmOpen: (zoneBytes: number) => number;
  readonly vmBuffer: () => number;
  readonly vmTop: () => number;
  readonly vmAllocate: (bytes: number) => number;
  readonly vmRelease: (mark: number) => void;
  readonly vmBlockSize: (bytecode: number, constants: number, hintBytes: number) => number;
  readonly vmDecode: Call;
  readonly vmPlace: (block: number) => void;
  readonly vmPush: (block: number) => number;
  readonly vmPop: () => void;
  readonly vmStart: (offset: number, stack: number, end: number) => void;
  readonly vmRun: (budget: number) => number;
  readonly vmNodeBytes: (length: number) => number;
  readonly vmOpenNode: (node: number, length: number) => void;
  readonly vmStartCounting: (node: number, starts: number, count: number) => number;
  readonly vmStopCounting: () => number;
  readonly vmAp: () => number;
  readonly vmFp: () => number;
  readonly vmPcSegment: () => number;
  readonly vmPcOffset: () => number;
  readonly vmSteps: () => number;
  readonly vmBlakes: () => number;
  readonly vmLeastGas: () => number;
  readonly vmAllocationPc: () => number;
  readonly vmAllocationFp: () => number;
  readonly vmSegmentCount: () => number;
  readonly vmSegmentBase: (segment: number) => number;
  readonly vmRequestedHint: () => number;
  readonly vmSyscall: () => void;
  readonly vmError: () => number;
  readonly vmExcludedArc: () => number;
  readonly vmSetExcludedArc: (arc: number) => void;
  readonly vmNextObject: () => number;
  readonly vmSetNextObject: (address: Pointer) => void;
  readonly vmAddSegment: () => number;
  readonly vmSetKind: (segment: number, kind: number) => void;
  readonly vmSegmentSize: (segment: number) => number;
  readonly vmAccessedCells: (segment: number) => number;
  readonly vmMarkAccessed: (segment: number, offset: number, count: number) => void;
  readonly vmRead: (segment: number, offset: number) => number;
  readonly vmNumber: (segment: number, offset: number) => number;
  readonly vmWriteFelt: (segment: number, offset: number) => number;
  readonly vmWriteAddress: (segment: number, offset: number, toSegment: number, toOffset: number) => number;
  readonly vmExpectSignature: () => number;
  readonly vmAddSignature: (offset: number) => number;
  readonly vmVerifyDeductions: (segment: number) => number;
  readonly vmVerifyInputs: (segment: number) => number;
  readonly vmFillZeros: (segment: number, end: number) => number;
  readonly vmAddTemporary: () => number;
  readonly vmRelocateTo: (temporary: number, segment: number, offset: number) => void;
  readonly vmSetSeed: (low: number, high: number) => void;
  readonly vmAddDictionary: (segment: number) => number;
  readonly vmDictionaryIndex: (segment: number) => number;
  readonly vmReadDictionary: (segment: number) => number;
  readonly vmWriteDictionaryFelt: (segment: number) => number;
  readonly vmWriteDictionaryAddress: (segment: number, toSegment: number, toOffset: number) => number;
  readonly vmStartSquash: (segment: number, offset: number, count: number) => number;
  readonly vmSquashing: () => number;
  readonly vmKeysLeft: () => number;
  readonly vmLargestKey: () => number;
  readonly vmCurrentKey: () => number;
  readonly vmAccessesLeft: () => number;
  readonly vmCurrentAccess: () => number;
  readonly vmAdvanceAccess: () => void;
  readonly vmAdvanceKey: () => void;
  readonly vmMoveCells: (temporary: number, segment: number, offset: number) => number;
}

/** A new instance. */
export const newVmKernel = (): VmKernel => newKernel() as unknown as VmKernel;

/** A new instance with the first `bytes` of another one's memory, and zeros up to `size` bytes. */
export const copyVmKernel = (original: VmKernel, bytes: number, size: number): VmKernel =>
  copyKernel(original as unknown as KernelExports, bytes, size) as unknown as VmKernel;
