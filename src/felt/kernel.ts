import { kernelBytes } from './kernelBytes.ts';

/** The kernel's memory. When it grows it gets a new `buffer`, so callers renew their views after every call that may grow it. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The unit in which a memory grows. */
const PAGE_BYTES = 65_536;

/** A compiled kernel: it can be sent to a worker and instantiated there. */
export type KernelModule = object & { readonly __kernelModule: true };

/** The kernel's exports (kernel/index.ts) except the VM's, which src/cairo/wasm declares. */
export type KernelFunction =
  | 'blake2sBytes'
  | 'blake2sCompress'
  | 'blake2sFelts'
  | 'borrow'
  | 'ecOp'
  | 'ecOpFailure'
  | 'ecdsaVerify'
  | 'feltAdd'
  | 'feltCompare'
  | 'feltDiv'
  | 'feltInverse'
  | 'feltIsReduced'
  | 'feltIsZero'
  | 'feltMul'
  | 'feltNeg'
  | 'feltSqrt'
  | 'feltSub'
  | 'heapTop'
  | 'keccakF1600'
  | 'montgomeryProducts'
  | 'pedersenCache'
  | 'pedersenChain'
  | 'pedersenHash'
  | 'pedersenPairs'
  | 'pedersenPairsWork'
  | 'poseidonContinue'
  | 'poseidonMany'
  | 'poseidonPermute'
  | 'reserve'
  | 'secp256k1Multiply'
  | 'secp256r1Multiply'
  | 'sha256Compress'
  | 'sha512Compress'
  | 'starkMultiply'
  | 'starkMultiplyGenerator';

/** What an instance exports: functions on addresses in its memory. */
export type KernelExports = { readonly memory: KernelMemory } & Readonly<
  Record<KernelFunction, (...args: (number | bigint)[]) => number>
>;

// The part of WebAssembly that we use. Node.js and browsers have it, but TypeScript's library for the language does not declare it.
declare const WebAssembly: {
  readonly Global: new (...args: never[]) => { value: number | bigint };
  readonly Module: new (bytes: Uint8Array) => KernelModule;
  readonly Instance: new (module: KernelModule) => { readonly exports: KernelExports };
};

let readBytes = kernelBytes;
let compiled: KernelModule | undefined;
let shared: KernelExports | undefined;

/** Takes the kernel from a file of the package, which is faster than to decode its text. This holds if it was not needed before. */
export function readKernelFrom(read: () => Uint8Array): void {
  readBytes = read;
}

/** The kernel (kernel/), compiled when it is first needed. */
export function kernelModule(): KernelModule {
  compiled ??= compileKernel();
  return compiled;
}

// The module is valid, so only a policy can refuse it. Chromium's message asks for 'unsafe-eval', which is not needed.
function compileKernel(): KernelModule {
  try {
    return new WebAssembly.Module(readBytes());
  } catch (cause) {
    throw new Error(
      "This page's content security policy does not allow WebAssembly. Add 'wasm-unsafe-eval' to its script-src.",
      { cause },
    );
  }
}

/** A fresh instance with its own memory. */
export function newKernel(): KernelExports {
  return new WebAssembly.Instance(kernelModule()).exports;
}

/** A new instance with the first `bytes` of another one's memory, and its globals. The rest of its memory is zero, up to `size` bytes. */
export function copyKernel(original: KernelExports, bytes: number, size: number): KernelExports {
  const copy = newKernel();
  const missing = size - copy.memory.buffer.byteLength;
  if (missing > 0) copy.memory.grow(Math.ceil(missing / PAGE_BYTES));
  new Uint8Array(copy.memory.buffer, 0, bytes).set(new Uint8Array(original.memory.buffer, 0, bytes));
  const globals = copy as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(original))
    if (value instanceof WebAssembly.Global) (globals[name] as { value: number | bigint }).value = value.value;
  return copy;
}

/** The instance for hashes and curves. Callers must not expect anything to stay in its memory between calls. */
export function sharedKernel(): KernelExports {
  shared ??= newKernel();
  return shared;
}
