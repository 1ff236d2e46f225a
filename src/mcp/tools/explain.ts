import { transactionField } from '../fields.ts';
import { transactionName, transactionOf } from '../names.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';

/** What a transaction did. */
export const explain = branchTool({
  name: 'explain',
  description:
    'What a transaction did, in words: why it failed and at which line of Cairo, the tree of calls with arguments, results, events and prints, storage changes by name, and what the fee was for.',
  input: { transaction: transactionField },
  run: async (branch, { transaction }) => {
    const hash = await transactionOf(branch, transaction);
    const explained = await branch.box.request('devnet_explainTransaction', { transaction_hash: hash });
    const { status, stack, advice } = explained;
    const hasLine = stack.some(({ is_core, line }) => !is_core && line !== null);
    const told =
      advice === null || hasLine
        ? ''
        : ' The class has no source lines; the end of the data says how to build it with them.';
    return {
      text: `${transactionName(branch, hash)}: ${status}.${told}`,
      data: withNames(branch, explained.text),
    };
  },
});

interface Source {
  readonly first_line: number;
  readonly lines: readonly string[];
}

/** Lines with their numbers, and a mark before one of them. */
export const sourceText = ({ first_line, lines }: Source, at: number | null): string =>
  lines.map((line, i) => `${first_line + i === at ? '>' : ' '} ${first_line + i} ${line}`).join('\n');
