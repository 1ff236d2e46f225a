// The registers of the top run. They live in globals so that the step loop and its slow paths share them;
// a run that starts on top of another saves them in the arena (runs.ts).

/** Byte addresses of the cells that ap and fp name, inside the execution segment. */
export let ap: u32 = 0;
export let fp: u32 = 0;
export let pcSegment: u32 = 0;
export let pcOffset: u32 = 0;

/** Steps done by the run, and how many of them were BLAKE2s. */
export let steps: u32 = 0;
export let blakes: u32 = 0;

/** The segment table: entries of 16 bytes (segments.ts). */
export let table: u32 = 0;
export let tableLength: u32 = 0;
export let tableCapacity: u32 = 0;

/** Temporary segments, in a table of their own. */
export let temporaryTable: u32 = 0;
export let temporaryLength: u32 = 0;
export let temporaryCapacity: u32 = 0;

/** The execution segment's block, copied from its table entry: base address and capacity in bytes. */
export let execBase: u32 = 0;
export let execBytes: u32 = 0;

/** The program's decoded instructions (decode.ts): records of 16 bytes, and how many a jump may reach. */
export let code: u32 = 0;
export let codeLength: u32 = 0;
/** Per instruction the offset of its hints in `hintData`, 0 without hints. */
export let hintIndex: u32 = 0;
export let hintData: u32 = 0;

/** Cells of the program segment behind the bytecode, which differ from run to run while the bytecode is shared. */
export let bytecodeLength: u32 = 0;
export let tailBase: u32 = 0;
export let tailCapacity: u32 = 0;

/** Reaching offset 0 of this segment ends the run. */
export let endSegment: u32 = 0;

/** Where to go on in the hints of the current instruction after the host did one: 0 at an instruction's start. */
export let hintCursor: u32 = 0;
export let hintsLeft: u32 = 0;
/** What AssertLeFindSmallArcs left for the two hints after it. */
export let excludedArc: u32 = 0;

/** The least that a withdrawal of gas left on the counter; counters are below 2^53. */
export const NO_WITHDRAWAL: u64 = (1 << 53) - 1;
export let leastGas: u64 = NO_WITHDRAWAL;

/** The list of signatures that hints promised to the ecdsa builtin: the address of the newest, 0 for none. */
export let signatures: u32 = 0;

/** What failed: a code of errors.ts and its operands as cells. */
export let errorCode: u32 = 0;
export let errorA: u64 = 0;
export let errorB: u64 = 0;
export let errorC: u64 = 0;
