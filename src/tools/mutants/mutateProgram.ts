import type { Registry } from '../../sierra/check/registry.ts';
import type { Program } from '../../sierra/program.ts';
import { changeSlot } from './changes.ts';
import { type Changing, UnfitChange } from './changing.ts';
import { anchorOf, type Mutation } from './mutation.ts';
import { ProgramEditor } from './programEditor.ts';

/** The program with a mutation. Throws an UnfitChange if it has no such statement, or one that cannot be changed in this way. */
export const mutateProgram = (program: Program, registry: Registry, mutation: Mutation): Program =>
  changed(program, registry, mutation).finish();

/** Whether a program can be changed in this way. */
export function isPossible(program: Program, registry: Registry, mutation: Mutation): boolean {
  try {
    changed(program, registry, mutation);
    return true;
  } catch (error) {
    if (error instanceof UnfitChange) return false;
    throw error;
  }
}

function changed(program: Program, registry: Registry, mutation: Mutation): ProgramEditor {
  const editor = new ProgramEditor(program);
  changeSites({ editor, registry }, mutation, (statement) =>
    statement < program.statements.length ? statement : undefined,
  );
  return editor;
}

/** Changes statements of a function, whose slots `slotOf` finds, and copies the functions that it calls on the way to the others. */
function changeSites(changing: Changing, sites: Mutation, slotOf: (statement: number) => number | undefined): void {
  // Later statements first: earlier changes may copy them.
  const anchors = [...new Set(sites.map(anchorOf))].sort((a, b) => b - a);
  for (const anchor of anchors) {
    const slot = slotOf(anchor);
    if (slot === undefined) throw new UnfitChange();
    const here = sites.filter((site) => anchorOf(site) === anchor);
    const [direct] = here;
    if (direct!.path.length === 0) changeSlot(changing, slot, direct!.change);
    else
      changeCall(
        changing,
        slot,
        here.map((site) => ({ ...site, path: site.path.slice(1) })),
      );
  }
}

/** Makes a call use a copy of its function, in which statements are changed. */
function changeCall(changing: Changing, slot: number, sites: Mutation): void {
  const { editor } = changing;
  const statement = editor.statement(slot);
  const [called] = (statement && editor.libfunc(statement.libfunc)?.args) ?? [];
  if (!statement || called?.kind !== 'function') throw new UnfitChange();
  const { id, copies } = editor.copyFunction(called.function);
  changeSites(changing, sites, (inner) => copies.get(inner));
  editor.fill(slot, [
    { ...statement, libfunc: editor.declareLibfunc('function_call', [{ kind: 'function', function: id }]) },
  ]);
}
