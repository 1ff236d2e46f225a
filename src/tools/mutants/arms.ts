import { FALLTHROUGH, type Statement } from '../../sierra/program.ts';
import { type Changing, dropped, slotAfter, typesOf, UnfitChange } from './changing.ts';

/**
 * Makes all ways out of a decision lead to the same code. The others get a copy of it, since values are stored at other places there. What
 * the code expects of the decision must be among its results on that way, or be dropped at once.
 */
export function takeArm(changing: Changing, slot: number, statement: Statement, arm: number): void {
  const { editor } = changing;
  const target = slotAfter(statement, arm, slot);
  const before: Statement[] = [];
  const branches = statement.branches.map((branch, i) => {
    if (i === arm) return { ...branch, target: branch.target === FALLTHROUGH ? FALLTHROUGH : target };
    // Code comes before what it jumps to, so the way to the copy is made first.
    const way = editor.append(slot, []);
    const copies = editor.copyFrom(target);
    const { results, dropping, storing, unmatched } = adapted(changing, statement, i, arm);
    for (const variable of unmatched) removeDrop(changing, copies, variable);
    const aligned = [
      editor.straight('branch_align', [], [], []),
      ...dropping,
      ...storing,
      editor.jump(copies.get(target)!),
    ];
    if (branch.target === FALLTHROUGH) {
      before.push(...aligned);
      return { target: FALLTHROUGH, results };
    }
    editor.fill(way, aligned);
    return { target: way, results };
  });
  // What follows the statement is no longer reached by falling through, unless that is the way that is taken.
  editor.fill(slot, [{ ...statement, branches }, ...before]);
}

/** The results of a way out under the names that the code behind another one expects. */
function adapted(changing: Changing, statement: Statement, from: number, to: number) {
  const { results: types } = typesOf(changing, statement);
  const expected = statement.branches[to]!.results.map((variable, i) => ({ variable, type: types[to]![i]! }));
  const dropping: Statement[] = [];
  // A failed subtraction, for example, gives a sum that is not computed yet, where the code expects a cell.
  const storing: Statement[] = [];
  const { types: declared } = changing.registry;
  const results = types[from]!.map((type) => {
    const at = expected.findIndex((other) => other.type === type);
    if (at >= 0) {
      const { variable } = expected.splice(at, 1)[0]!;
      const { storable, droppable, zeroSized } = declared.info(type);
      if (storable && droppable && !zeroSized)
        storing.push(changing.editor.straight('store_temp', [type], [variable], [variable]));
      return variable;
    }
    const variable = changing.editor.newVariable();
    dropping.push(dropped(changing, type, variable));
    return variable;
  });
  return { results, dropping, storing, unmatched: expected.map(({ variable }) => variable) };
}

/** Code that gets a value only to drop it does without. */
function removeDrop({ editor }: Changing, copies: ReadonlyMap<number, number>, variable: number): void {
  const users = [...copies.values()].filter((slot) => editor.statement(slot)?.args.includes(variable));
  // The same number may name other variables later, on other ways.
  const first = Math.min(...users);
  const statement = editor.statement(first);
  if (!statement || editor.libfunc(statement.libfunc)?.generic !== 'drop') throw new UnfitChange();
  editor.fill(first, []);
}

/** The two ways out of a decision change places. Both must have results of the same types. */
export function exchangeArms(changing: Changing, slot: number, statement: Statement): void {
  const { editor } = changing;
  const { results: types } = typesOf(changing, statement);
  const [first, second] = statement.branches;
  if (!first || !second || types.length !== 2 || first.target !== FALLTHROUGH) throw new UnfitChange();
  if (types[0]!.length !== types[1]!.length || types[0]!.some((type, i) => type !== types[1]![i]))
    throw new UnfitChange();
  const branches = [
    { target: FALLTHROUGH, results: second.results },
    { target: slot + 1, results: first.results },
  ];
  const align = editor.straight('branch_align', [], [], []);
  editor.fill(slot, [{ ...statement, branches }, align, editor.jump(second.target)]);
}
