import { integer, optional } from '../input.ts';
import { branchTool } from '../tool.ts';

/** Undoes changes. */
export const undo = branchTool({
  name: 'undo',
  description:
    'Undo the last changes of a branch that tools made: deploy, send, storage set, control. The chain is then exactly as it was.',
  input: { count: optional(integer('How many changes. Default: 1.', 1, 200)) },
  changes: true,
  destroys: true,
  run: async (branch, { count = 1 }) => {
    const undone = branch.undo(count);
    return {
      text: `Changes undone: ${undone.length}; left to undo: ${branch.changes.length}.`,
      data: undone.join('\n'),
    };
  },
});
