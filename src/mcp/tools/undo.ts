import { integer, optional, text } from '../input.ts';
import { tool } from '../tool.ts';

/** Undoes changes. */
export const undo = tool({
  name: 'undo',
  description:
    'Undo the last changes of a branch that tools made: deploy, send, storage set, control. The chain is then exactly as it was.',
  input: {
    count: optional(integer('How many changes. Default: 1.', 1, 200)),
    branch: optional(text('A branch. Default: the one in use.')),
  },
  changes: true,
  destroys: true,
  run: async (bench, { count = 1, branch: branchName }) => {
    const branch = await bench.branch(branchName);
    const undone = branch.undo(count);
    return {
      text: `Undone: ${undone.length} changes. ${branch.changes.length} are left to undo.`,
      data: undone.join('\n'),
    };
  },
});
