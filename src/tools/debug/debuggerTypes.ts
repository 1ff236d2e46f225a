import type { StorageChange } from '../explain/explanation.ts';
import type { DebugVariable } from './debugValue.ts';

type Hex = `0x${string}`;

/** A running function, and the line that it is at. */
export interface DebugFrame {
  /** The path of the Cairo function, such as `token::ERC20::transfer`; undefined if it is unknown. */
  readonly functionName: string | undefined;
  /** The source file; undefined where there is no source. Then `line` is the number of a Sierra statement. */
  readonly file: string | undefined;
  readonly line: number;
  readonly column: number;
  readonly contractName: string | undefined;
  readonly contractAddress: Hex;
  /** The contract's function with its arguments: `transfer(recipient: 0x99, amount: 5)`. */
  readonly call: string;
  /** How many contract calls led here: 0 for the outermost. */
  readonly callDepth: number;
}

/** A change of storage, with the address of its contract as text. */
export interface DebugStorageChange extends Omit<StorageChange, 'contractAddress'> {
  readonly contractAddress: Hex;
}

/** An event or a line of output, and the moment of it. */
export interface DebugFact {
  readonly text: string;
  readonly moment: number;
  readonly contractName: string | undefined;
  readonly contractAddress: Hex;
}

/** When a breakpoint stops. */
export interface BreakOptions {
  /** Stops only where this holds: `total > 10`. */
  readonly condition?: string | undefined;
  /** Stops only when it is reached for the nth time, or as a text says: `>= 3`, `% 10`. */
  readonly hit?: number | string | undefined;
  /** Does not stop, but passes this message to `onLog`, with the values of paths in braces: `i is {i}`. */
  readonly log?: string | undefined;
}

/** A line at which moves stop. */
export interface Breakpoint extends BreakOptions {
  readonly file: string;
  /** The line with code that it was moved to, or the given one if there is none. */
  readonly line: number;
  /** Whether a class of the transaction has code there. */
  readonly isVerified: boolean;
}

/** A function at whose start moves stop. */
export interface FunctionBreakpoint extends BreakOptions {
  readonly name: string;
  /** Whether a class of the transaction has such a function. */
  readonly isVerified: boolean;
}

/** What made the debugger stop. */
export type StopReason = 'start' | 'step' | 'pause' | 'breakpoint' | 'panic' | 'storage' | 'event' | 'end';

/** What moves stop at besides lines. */
export type BreakKind = (typeof BREAK_KINDS)[number];

export const BREAK_KINDS = ['panic', 'storage', 'event'] as const;

/**
 * A transaction or call that was run, of which every moment can be looked at. Moving back is as easy as moving forward: the memory of
 * Cairo is written once, so that the memory at the end tells the values at every moment.
 *
 * @example
 * const debug = await box.debug(transactionHash);
 * debug.breakAt('market.cairo', 45);
 * debug.continue();
 * console.log(debug.position, debug.locals());
 * debug.stepBack();
 */
export interface Debugger {
  /** The number of steps of all calls; a moment is the number of steps before it. */
  readonly moments: number;
  readonly moment: number;
  /** Whether all calls have ended. */
  readonly isAtEnd: boolean;
  /** Why the debugger is where it is. */
  readonly reason: StopReason;
  /** The innermost running function; undefined at the end. */
  readonly position: DebugFrame | undefined;
  /** The gas counter of the innermost function that has one; undefined at the end, and in Cairo 0. */
  readonly gasLeft: bigint | undefined;
  /** The data of the panic that ends the current call; undefined if the call does not panic. */
  readonly panic: string | undefined;
  /** What the debugger cannot show of this transaction, because there is too much of it; undefined if it shows everything. */
  readonly warning: string | undefined;
  /** Called with the messages of breakpoints with `log` that moves forward pass, and with why a condition could not be evaluated. */
  onLog: ((message: string) => void) | undefined;
  /**
   * The running functions, innermost first, through all contract calls. Functions of the core library and of the compiler are left out.
   *
   * @example
   * for (const { functionName, file, line } of debug.stack()) console.log(`${functionName} ${file}:${line}`);
   */
  stack(): readonly DebugFrame[];
  /**
   * The variables of a function that have a value, by their Cairo names if the class was built with `add-functions-debug-info`.
   * `frame` counts from the innermost function of `stack()`.
   *
   * @example
   * for (const { name, type, text } of debug.locals()) console.log(`${name}: ${type} = ${text}`);
   */
  locals(frame?: number): readonly DebugVariable[];
  /** The value of a path such as `order.amounts[2]`, or whether `total > 10`, in a function; undefined if there is no such variable. */
  evaluate(expression: string, frame?: number): DebugVariable | undefined;
  /** The storage that the transaction has changed so far, by name, with the values before and after. */
  storage(): readonly DebugStorageChange[];
  /** The events that were emitted so far and not dropped by a failure. */
  events(): readonly DebugFact[];
  /** What `println!` has printed so far. */
  prints(): readonly DebugFact[];
  /** Goes to the next line, also into functions and contracts that it calls. This and all other moves stop at a breakpoint on the way. */
  stepIn(): DebugFrame | undefined;
  /** Goes to the next line, also into functions and contracts that it calls: another name of `stepIn`. */
  step(): DebugFrame | undefined;
  /** Goes to the next line of the same function, or of its caller. */
  stepOver(): DebugFrame | undefined;
  /** Goes to where the function returns. */
  stepOut(): DebugFrame | undefined;
  /** Goes to the next Sierra statement, also where there is source. Cairo 0: to the next instruction. */
  stepStatement(): DebugFrame | undefined;
  /** Goes back to the line before, over the functions that it called. */
  stepBack(): DebugFrame | undefined;
  /** Goes back to the line before, also into functions and contracts that were called. */
  stepBackIn(): DebugFrame | undefined;
  /** Goes to any moment, from 0 to `moments`. */
  goTo(moment: number): DebugFrame | undefined;
  /** Runs to the next breakpoint, or to the end. */
  continue(): DebugFrame | undefined;
  /** Runs back to the breakpoint before, or to the first line. */
  reverse(): DebugFrame | undefined;
  /**
   * Makes all moves stop at a line that they come to or pass. A line without code stands for the next one that has code.
   *
   * @example
   * debug.breakAt('src/market.cairo', 45, { condition: 'number > 1' });
   */
  breakAt(file: string, line: number, options?: BreakOptions): Breakpoint;
  /**
   * Makes all moves stop where a function starts. The name is a Cairo path, or the end of one.
   *
   * @example
   * debug.breakAtFunction('ERC20::transfer');
   */
  breakAtFunction(name: string, options?: BreakOptions): FunctionBreakpoint;
  /**
   * Makes all moves stop before a storage variable is written, and no longer before others. The names are those that
   * `storage()` gives, with or without the contract. Returns for each whether the transaction writes it.
   *
   * @example
   * debug.breakOnWrites('Book.total', 'balances[0x64b4]');
   */
  breakOnWrites(...names: readonly string[]): readonly boolean[];
  /** Makes all moves stop where a panic starts, before storage is written, or before an event is emitted. */
  breakOn(...kinds: readonly BreakKind[]): void;
  /** Ends what `breakOn` began. */
  stopBreakingOn(): void;
  /** Removes breakpoints: those of a file, or all, and what `breakOn` and `breakOnWrites` began. */
  clearBreakpoints(file?: string): void;
}
