import type { Registry } from '../../sierra/check/registry.ts';
import { type Statement, targetOf } from '../../sierra/program.ts';
import type { ProgramEditor } from './programEditor.ts';

/** A change that a program does not allow: the types of its values do not fit. There is no such mutant. */
export class UnfitChange extends Error {}

/** A program while it is changed. The registry is that of the original program. */
export interface Changing {
  readonly editor: ProgramEditor;
  readonly registry: Registry;
}

/** The types of a statement's arguments, and those of its results by branch. */
export function typesOf({ registry }: Changing, { libfunc }: Statement) {
  const signature = registry.signatures[libfunc];
  if (!signature) throw new UnfitChange();
  return {
    params: signature.params,
    results: signature.branches.map(({ outputs }) => outputs.map(({ type }) => type)),
  };
}

/** A statement that drops a variable. */
export function dropped({ editor, registry }: Changing, type: number, variable: number): Statement {
  if (!registry.types.info(type).droppable) throw new UnfitChange();
  return editor.straight('drop', [type], [variable], []);
}

/** Where a branch of the statement in a slot leads. */
export const slotAfter = (statement: Statement, arm: number, slot: number): number => {
  const branch = statement.branches[arm];
  if (!branch) throw new UnfitChange();
  return targetOf(branch, slot);
};
