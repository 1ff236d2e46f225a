import { ToolError } from '../answer.ts';
import { flag, optional, text, word } from '../input.ts';
import { tool } from '../tool.ts';
import { MAIN } from '../workbench.ts';

/** Copies of the chain to try things on. */
export const branch = tool({
  name: 'branch',
  description:
    'Try something without consequences: new copies the chain (microseconds, whatever its size) and uses the copy, use changes to another branch, drop throws one away, keep makes it the new main, list shows all.',
  input: {
    do: word('What to do.', 'new', 'use', 'drop', 'keep', 'list'),
    name: optional(text('The branch. new without a name chooses one.', 40)),
    from: optional(text('What new copies. Default: the branch in use.', 40)),
    stay: optional(flag('new does not use the copy. Default: false.')),
  },
  changes: true,
  destroys: true,
  run: async (bench, { do: what, name, from, stay }) => {
    if (what === 'list' || what === 'new') {
      const all = await bench.branches();
      if (what === 'list') {
        const lines = [...all].map(([each, { parent, changes, isShared }]) => {
          const made = isShared
            ? 'the chain of the running node'
            : parent === undefined
              ? 'a chain of its own'
              : `a copy of ${parent}`;
          return `${each}${each === bench.current ? ' (in use)' : ''}: ${made}, ${changes.length} changes here`;
        });
        return { text: lines.join('\n') };
      }
      let own = name ?? 'try1';
      for (let i = 2; name === undefined && all.has(own); i++) own = `try${i}`;
      if (!/^[\w-]{1,40}$/.test(own)) throw new ToolError('The name of a branch has letters, digits, - and _ only.');
      await bench.addBranch(own, from);
      if (!stay) await bench.use(own);
      return {
        text: `${own} is a copy of ${from ?? 'the branch that was in use'}${stay ? '' : ', and is now in use'}. Contracts and tx names of before are valid there.`,
      };
    }
    if (name === undefined) throw new ToolError(`Name the branch to ${what}.`);
    if (what === 'drop') await bench.dropBranch(name);
    else if (what === 'keep') await bench.keepBranch(name);
    else await bench.use(name);
    return {
      text: `${what === 'keep' ? `${name} is now ${MAIN}` : what === 'drop' ? `${name} is gone` : 'Done'}. In use: ${bench.current}.`,
    };
  },
});
