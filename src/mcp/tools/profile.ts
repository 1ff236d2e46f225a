import { profileDiff } from '../../tools/profile/profileDiff.ts';
import { ToolError } from '../answer.ts';
import { flag, optional, text } from '../input.ts';
import { prepareCall, transactionOf, withNames } from '../names.ts';
import { callInput } from '../sending.ts';
import { tool } from '../tool.ts';

/** Where gas went. */
export const profile = tool({
  name: 'profile',
  description:
    'Where the L2 gas of a transaction or a call went: by Cairo function, line and libfunc. against compares with an earlier transaction, by function, to find what made it dearer. summary gives what each function of all contracts used, over all transactions.',
  input: {
    transaction: optional(text('tx1, a hash, or last. Default: last.', 70)),
    call: optional({ ...callInput, schema: { ...callInput.schema, description: 'A call in place of a transaction.' } }),
    against: optional(text('The transaction to compare with, from before.', 70)),
    summary: optional(flag('The gas report: calls, minimum, median and maximum of each function.')),
    branch: optional(text('A branch. Default: the one in use.')),
  },
  run: async (bench, { transaction, call, against, summary, branch: branchName }) => {
    const branch = await bench.branch(branchName);
    const { box } = branch;
    if (summary) return { text: 'What each function used.', data: (await box.gasReport()).text };
    if (call) {
      if (against !== undefined)
        throw new ToolError('against compares two transactions: send the call, and name the transaction.');
      const { to, entry, calldata } = await prepareCall(branch, call);
      const { text: table } = await box.profile({ contractAddress: to, entrypoint: entry.name, calldata });
      return { text: 'The gas of the call.', data: withNames(branch, table) };
    }
    const after = await box.profile(await transactionOf(branch, transaction));
    if (against === undefined) return { text: 'The gas of the transaction.', data: withNames(branch, after.text) };
    const before = await box.profile(await transactionOf(branch, against));
    return { text: 'What changed, by function.', data: withNames(branch, profileDiff(before, after).text) };
  },
});
