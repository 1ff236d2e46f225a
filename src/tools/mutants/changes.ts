import { FALLTHROUGH, type GenericArg, type Statement } from '../../sierra/program.ts';
import { exchangeArms, takeArm } from './arms.ts';
import { type Changing, dropped, typesOf, UnfitChange } from './changing.ts';
import type { Change } from './mutation.ts';
import type { ProgramEditor } from './programEditor.ts';
import { movedConstant, zeroOf } from './values.ts';

/** Changes the statement in a slot. Throws an UnfitChange if it cannot be changed in this way. */
export function changeSlot(changing: Changing, slot: number, change: Change): void {
  const { editor } = changing;
  const statement = editor.statement(slot);
  if (!statement) throw new UnfitChange();
  if (change.what === 'take') takeArm(changing, slot, statement, change.arm);
  else if (change.what === 'turn') exchangeArms(changing, slot, statement);
  else if (change.what === 'boundary') {
    const args = exchangeLast(statement.args);
    exchangeArms(changing, slot, { ...statement, args });
  } else editor.fill(slot, changedStatement(changing, statement, change));
}

/** What takes the place of a statement. */
function changedStatement(
  changing: Changing,
  statement: Statement,
  change: Exclude<Change, { readonly what: 'take' | 'turn' | 'boundary' }>,
): readonly Statement[] {
  const { editor } = changing;
  switch (change.what) {
    case 'use':
      return [
        { ...statement, libfunc: editor.declareLibfunc(change.libfunc, editor.libfunc(statement.libfunc)!.args) },
      ];
    case 'results': {
      const [branch, ...rest] = statement.branches;
      if (!branch || rest.length > 0) throw new UnfitChange();
      return [{ ...statement, branches: [{ ...branch, results: exchangeLast(branch.results) }] }];
    }
    case 'first':
      return firstFactor(changing, statement);
    case 'same':
      return [renamed(changing, statement)];
    case 'remove':
      return withoutCall(changing, statement);
    case 'constant':
      return [{ ...statement, libfunc: movedConstant(editor, statement.libfunc, change.by) }];
    case 'flip':
      return [{ ...statement, libfunc: otherVariant(editor, statement.libfunc) }];
    case 'zero':
      return zeroed(changing, statement);
  }
}

function exchangeLast(list: readonly number[]): readonly number[] {
  if (list.length < 2) throw new UnfitChange();
  const [last, other] = [list.at(-1)!, list.at(-2)!];
  return [...list.slice(0, -2), last, other];
}

function renamed(changing: Changing, statement: Statement): Statement {
  const [type] = typesOf(changing, statement).params;
  return changing.editor.straight('rename', [type!], statement.args, statement.branches[0]!.results);
}

/** `a * b` in a wider type becomes `a`. */
function firstFactor(changing: Changing, statement: Statement): readonly Statement[] {
  const { params, results } = typesOf(changing, statement);
  const [first, second] = statement.args;
  const [type, otherType] = params;
  const wide = results[0]?.[0];
  if (params.length !== 2 || type !== otherType || wide === undefined || results[0]!.length !== 1)
    throw new UnfitChange();
  return [
    dropped(changing, otherType!, second!),
    changing.editor.straight('upcast', [type!, wide], [first!], statement.branches[0]!.results),
  ];
}

/** A system call is left out: its values are dropped, its builtins go on, and what it would have given is 0. */
function withoutCall(changing: Changing, { libfunc, args, branches }: Statement): readonly Statement[] {
  const { params, results } = typesOf(changing, { libfunc, args, branches });
  const [success] = branches;
  const [types] = results;
  if (!success || !types || success.target !== FALLTHROUGH) throw new UnfitChange();
  const given = types.findIndex((type, i) => params[i] !== type);
  const kept = given < 0 ? types.length : given;
  return [
    ...args.slice(kept).map((variable, i) => dropped(changing, params[kept + i]!, variable)),
    ...success.results.flatMap((result, i) =>
      i < kept
        ? [changing.editor.straight('rename', [params[i]!], [args[i]!], [result])]
        : (zeroOf(changing.editor, types[i]!, result) ?? unfit()),
    ),
  ];
}

const unfit = (): never => {
  throw new UnfitChange();
};

/** `enum_init<bool, 1>` becomes `enum_init<bool, 0>`. */
function otherVariant(editor: ProgramEditor, libfunc: number): number {
  const { generic, args } = editor.libfunc(libfunc)!;
  const [type, variant] = args;
  if (generic !== 'enum_init' || type?.kind !== 'type' || variant?.kind !== 'value') throw new UnfitChange();
  const other: GenericArg = { kind: 'value', value: 1n - variant.value };
  return editor.declareLibfunc('enum_init', [type, other]);
}

/** The last value that a statement takes becomes 0. */
function zeroed(changing: Changing, statement: Statement): readonly Statement[] {
  const type = typesOf(changing, statement).params.at(-1);
  const given = statement.args.at(-1);
  const variable = changing.editor.newVariable();
  const made = type === undefined ? undefined : zeroOf(changing.editor, type, variable);
  if (!made) throw new UnfitChange();
  return [
    dropped(changing, type!, given!),
    ...made,
    { ...statement, args: [...statement.args.slice(0, -1), variable] },
  ];
}
