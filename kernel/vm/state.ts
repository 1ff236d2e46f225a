// The registers of the top run. They are globals so that the step loop and its slow paths share them.
// When another run starts on top, they are saved in the arena (runStack.ts).

/** ap and fp as byte addresses of their cells in the execution segment. */
export let ap: u32 = 0;
export let fp: u32 = 0;
export let pcSegment: u32 = 0;
export let pcOffset: u32 = 0;

/** The number of steps of the run, and of BLAKE2s opcodes among them. */
export let steps: u32 = 0;
export let blakes: u32 = 0;

/** The segment table: entries of 16 bytes (segments.ts). */
export let table: u32 = 0;
export let tableLength: u32 = 0;
export let tableCapacity: u32 = 0;

/** The table of temporary segments. */
export let temporaryTable: u32 = 0;
export let temporaryLength: u32 = 0;
export let temporaryCapacity: u32 = 0;

/** The execution segment's memory, copied from its table entry: base address and capacity in bytes. */
export let execBase: u32 = 0;
export let execBytes: u32 = 0;

/** The program's decoded instructions (decode.ts): records of 16 bytes, and the number of valid jump targets. */
export let code: u32 = 0;
export let codeLength: u32 = 0;
/** For each instruction, the offset of its hints in `hintData`; 0 if it has none. */
export let hintIndex: u32 = 0;
export let hintData: u32 = 0;

/** The cells of the program segment after the bytecode. Each run has its own, while the bytecode is shared. */
export let bytecodeLength: u32 = 0;
export let tailBase: u32 = 0;
export let tailCapacity: u32 = 0;

/** Reaching offset 0 of this segment ends the run. */
export let endSegment: u32 = 0;

/** The position in the hints of the current instruction after the host has run one; 0 at an instruction's start. */
export let hintCursor: u32 = 0;
export let hintsLeft: u32 = 0;
/** The result of AssertLeFindSmallArcs for the two hints after it. */
export let excludedArc: u32 = 0;

/**
 * The last instruction that allocated a segment or made a system call, and the offset of fp there; 0 if there was none. A panic
 * starts at such an instruction, and explanations show it.
 */
export let allocationPc: u32 = 0;
export let allocationFp: u32 = 0;

/** The address for the next object of constant size, as a cell; 0 if there was none yet. */
export let nextObject: u64 = 0;

/** The control block of the counters (counters.ts); 0 if the run is not counted. */
export let counting: u32 = 0;

/** The lowest gas counter after any withdrawal of gas; counters are below 2^53. */
export const NO_WITHDRAWAL: u64 = (1 << 53) - 1;
export let leastGas: u64 = NO_WITHDRAWAL;

/** The linked list of signatures that hints have registered for the ecdsa builtin: the address of the newest, or 0. */
export let signatures: u32 = 0;

/** The number of dictionaries of the run, and the memory for squashing one of them (squash.ts): address and size; 0 if there is none. */
export let dictionaryCount: u32 = 0;
export let squashMemory: u32 = 0;
export let squashMemoryBytes: u32 = 0;
/** A random number of the instance, for the hash tables of dictionaries. No result depends on it. */
export let dictionarySeed: u64 = 0;

/** The last error: a code of kernel/abi.mjs, and its operands as cells. */
export let errorCode: u32 = 0;
export let errorA: u64 = 0;
export let errorB: u64 = 0;
export let errorC: u64 = 0;
