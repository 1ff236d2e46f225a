import type { ProgramMap } from '../../sierra/programMap.ts';
import type { StackFrame } from '../explain/stackFrame.ts';

/**
 * Libfuncs that only move values. The compiler often gives them the place of another expression, such as the end of a function that
 * a panic leaves earlier, so they say nothing about their line.
 */
const MOVES: ReadonlySet<string> = new Set([
  'drop',
  'dup',
  'rename',
  'return',
  'store_temp',
  'snapshot_take',
  'struct_construct',
  'struct_deconstruct',
  'struct_snapshot_deconstruct',
  'enum_init',
  'const_as_immediate',
  'contract_address_const',
  'enable_ap_tracking',
  'disable_ap_tracking',
  'revoke_ap_tracking',
  'branch_align',
  'jump',
  'redeposit_gas',
]);

/** Whether a statement only moves values. */
export const isMove = ({ libfuncs }: ProgramMap, statement: number): boolean => MOVES.has(libfuncs[statement]!);

/** The functions and macros of the user's own checks. */
const ASSERT = /^core::assert$|(?:^|::)assert\w*_macro$/;
/** Functions that only panic, or make the array that is panicked with: `panic!` is the user's, although all its code is theirs. */
const PANIC = /^core::panic|^core::array::Array(?:Impl|Trait)::(?:new|append)$/;

/** Whether a statement on the path to a panic is the user's, and not a check of the core library. */
function isOfUser(frames: readonly StackFrame[]): boolean {
  if (frames.some(({ functionName }) => ASSERT.test(functionName ?? ''))) return true;
  const inner = frames.find(({ functionName }) => !PANIC.test(functionName ?? ''));
  return inner !== undefined && !inner.isCore;
}

/** The longest path that is followed. */
const MAX_STATEMENTS = 500;

/** The statements that run one after the other, up to one that branches, returns, or makes a panic. */
interface CodePath {
  readonly statements: readonly number[];
  /** Whether it ends with a panic: one of the user, or of a check in the core library, such as that of an overflow. */
  readonly panic: 'user' | 'check' | undefined;
}

/** Follows the code from a statement. */
export function pathFrom(map: ProgramMap, frames: readonly (readonly StackFrame[])[], start: number): CodePath {
  const statements: number[] = [];
  let isCheck = true;
  let at = start;
  while (statements.length < MAX_STATEMENTS && at < map.branches.length) {
    statements.push(at);
    if (!isMove(map, at) && isOfUser(frames[at]!)) isCheck = false;
    if (map.panics[at] === 'makes') return { statements, panic: isCheck ? 'check' : 'user' };
    const branches = map.branches[at]!;
    if (branches.length !== 1) break;
    at = branches[0]!.target;
  }
  return { statements, panic: undefined };
}

/** The panics of checks in the core library. */
interface CheckPanics {
  /** The statements that only run when a check fails. Nobody has to test them. */
  readonly statements: ReadonlySet<number>;
  /** By the statement that branches: the path to the panic, if no other check shares it. */
  readonly paths: ReadonlyMap<number, readonly number[]>;
}

/** Finds the panics of checks. */
export function checkPanics(map: ProgramMap, frames: readonly (readonly StackFrame[])[]): CheckPanics {
  const [ofChecks, ofUser] = [new Set<number>(), new Set<number>()];
  const byEnd = new Map<number, (readonly [check: number, path: readonly number[]])[]>();
  for (const [check, branches] of map.branches.entries()) {
    if (branches.length < 2) continue;
    for (const { target } of branches) {
      const { statements, panic } = pathFrom(map, frames, target);
      if (!panic) continue;
      for (const statement of statements) (panic === 'check' ? ofChecks : ofUser).add(statement);
      const end = statements.at(-1)!;
      const found = byEnd.get(end);
      if (found) found.push([check, statements]);
      else byEnd.set(end, [[check, statements]]);
    }
  }
  // Equal panics share their code.
  for (const statement of ofUser) ofChecks.delete(statement);
  const paths = [...byEnd].flatMap(([end, found]) => (ofChecks.has(end) && found.length === 1 ? found : []));
  return { statements: ofChecks, paths: new Map(paths) };
}
