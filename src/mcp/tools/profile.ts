import { profileDiff } from '../../tools/profile/profileDiff.ts';
import { ToolError } from '../answer.ts';
import { callInput, transactionField } from '../fields.ts';
import { flag, optional, text } from '../input.ts';
import { prepareCall, transactionOf } from '../names.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';

/** Where gas went. */
export const profile = branchTool({
  name: 'profile',
  description:
    'Where the L2 gas of a transaction or a call went: by Cairo function, line and libfunc. against compares with an earlier transaction, by function, to find what made it dearer. summary gives what each function of all contracts used, over all transactions.',
  input: {
    transaction: transactionField,
    call: optional({ ...callInput, schema: { ...callInput.schema, description: 'A call in place of a transaction.' } }),
    against: optional(text('The transaction to compare with, from before.', 70)),
    summary: optional(flag('The gas report: calls, minimum, median and maximum of each function.')),
  },
  run: async (branch, { transaction, call, against, summary }) => {
    const { box } = branch;
    if (summary) return { text: 'What each function used.', data: (await box.gasReport()).text };
    if (call) {
      if (against !== undefined)
        throw new ToolError('against compares two transactions: send the call, and name the transaction.');
      const { to, entry, calldata } = await prepareCall(branch, call);
      const { text: table } = await box.profile({ contractAddress: to, entrypoint: entry.name, calldata });
      return { text: 'The gas of the call.', data: shortened(withNames(branch, table)) };
    }
    const after = await box.profile(await transactionOf(branch, transaction));
    if (against === undefined)
      return { text: 'The gas of the transaction.', data: shortened(withNames(branch, after.text)) };
    const before = await box.profile(await transactionOf(branch, against));
    return { text: 'What changed, by function.', data: shortened(withNames(branch, profileDiff(before, after).text)) };
  },
});

const MOST_COLUMNS = 150;

/** The table with long names cut in the middle: those of generic functions have all their types in them. */
const shortened = (table: string): string =>
  table.replace(/^.{151,}$/gm, (line) => `${line.slice(0, MOST_COLUMNS - 30)}…${line.slice(-29)}`);
