import { FALLTHROUGH, type GenericArg, type Statement } from '../../sierra/program.ts';
import { exchangeArms, takeArm } from './arms.ts';
import { type Changing, dropped, typesOf, UnfitChange } from './changing.ts';
import type { Change } from './mutation.ts';
import type { ProgramEditor } from './programEditor.ts';
import { enumKind, movedConstant, numberOf, zeroOf } from './values.ts';

/** Changes the statement in a slot. Throws an UnfitChange if it cannot be changed in this way. */
export function changeSlot(changing: Changing, slot: number, change: Change): void {
  const { editor } = changing;
  const statement = editor.statement(slot);
  if (!statement) throw new UnfitChange();
  if (change.what === 'take') takeArm(changing, slot, statement, change.arm);
  else if (change.what === 'boundary') {
    const args = exchangeLast(statement.args);
    exchangeArms(changing, slot, { ...statement, args });
  } else if (change.what === 'first' && editor.libfunc(statement.libfunc)?.generic === 'function_call') {
    // The arguments of a call are stored right before it, the last one at last.
    const store = editor.statement(slot - 1);
    if (store?.branches[0]?.results[0] !== statement.args.at(-1)) throw new UnfitChange();
    editor.fill(slot - 1, withLast(changing, store!, oneOf));
  } else editor.fill(slot, changedStatement(changing, statement, change));
}

/** What takes the place of a statement. */
function changedStatement(
  changing: Changing,
  statement: Statement,
  change: Exclude<Change, { readonly what: 'take' | 'boundary' }>,
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
      const types = typesOf(changing, statement).results[0]!;
      const last = types.findLastIndex((type, i) => type === types[i - 1]);
      if (last < 0) throw new UnfitChange();
      const results = [...exchangeLast(branch.results.slice(0, last + 1)), ...branch.results.slice(last + 1)];
      return [{ ...statement, branches: [{ ...branch, results }] }];
    }
    case 'first':
      return withLast(changing, statement, storedOne);
    case 'same':
      return [renamed(changing, statement)];
    case 'remove':
      return withoutCall(changing, statement);
    case 'constant':
      return [{ ...statement, libfunc: movedConstant(editor, statement.libfunc, change.by) }];
    case 'flip':
      return [{ ...statement, libfunc: otherVariant(editor, statement.libfunc) }];
    case 'zero':
      return withLast(changing, statement, zeroOf);
    case 'not':
      return negated(changing, statement);
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

/** The last value that a statement takes becomes another one. */
function withLast(changing: Changing, statement: Statement, other: typeof zeroOf): readonly Statement[] {
  const { editor } = changing;
  const type = typesOf(changing, statement).params.at(-1);
  const given = statement.args.at(-1);
  const variable = editor.newVariable();
  const made = type === undefined ? undefined : other(editor, type, variable);
  if (!made) throw new UnfitChange();
  return [
    dropped(changing, type!, given!),
    ...made,
    { ...statement, args: [...statement.args.slice(0, -1), variable] },
  ];
}

/** What a factor becomes, so that the first one is left. */
const oneOf: typeof zeroOf = (editor, type, variable) => numberOf(editor, type, 1n, variable);

/** The same in a cell: some libfuncs take no constants. */
const storedOne: typeof zeroOf = (editor, type, variable) =>
  oneOf(editor, type, variable)?.concat(editor.straight('store_temp', [type], [variable], [variable]));

/** The last value that a statement takes, a bool, becomes the other one. Nothing is stored for it: results are stored one after the other. */
function negated(changing: Changing, statement: Statement): readonly Statement[] {
  const { editor } = changing;
  const type = typesOf(changing, statement).params.at(-1);
  if (enumKind(type === undefined ? undefined : editor.type(type)) !== 'bool') throw new UnfitChange();
  const other = editor.newVariable();
  return [
    editor.straight('bool_not_impl', [], [statement.args.at(-1)!], [other]),
    { ...statement, args: [...statement.args.slice(0, -1), other] },
  ];
}
