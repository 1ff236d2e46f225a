import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { flag, integer, list, object, optional, text, value } from '../input.ts';
import { addressOf, prepareCall, withNames } from '../names.ts';
import { valueText } from '../sending.ts';
import { tool } from '../tool.ts';

/** How two states differ, or how the same calls come out on two branches. */
export const compare = tool({
  name: 'compare',
  description:
    'What differs: between two blocks, or since a branch was made (balances, contracts, storage by name); or, with calls and with, how the same calls come out on two branches: results, events, storage, gas, and the fewest calls that show a difference.',
  input: {
    branch: optional(text('A branch. Default: the one in use.')),
    fromBlock: optional(
      integer('The state after this block. Default: when the branch was made.', 0, Number.MAX_SAFE_INTEGER),
    ),
    toBlock: optional(integer('The state after this block. Default: now.', 0, Number.MAX_SAFE_INTEGER)),
    with: optional(text('Another branch, on which the calls are made too.')),
    calls: optional(
      list(
        'Calls to make on both branches, each a transaction; nothing stays.',
        object('', {
          to: text('The contract: its name or address.'),
          function: text('The name of the function.', 300),
          args: optional(value('The arguments.')),
          from: optional(text('Who sends.')),
        }),
        50,
      ),
    ),
    gas: optional(flag('Whether other gas is a difference. Default: true.')),
  },
  run: async (bench, { branch: branchName, fromBlock, toBlock, with: other, calls, gas = true }) => {
    const branch = await bench.branch(branchName);
    if (!calls && other === undefined) return compareStates(branch, fromBlock, toBlock);
    if (!calls || other === undefined)
      throw new ToolError(
        'To compare two branches, give calls and with. Without both, the states of one branch are compared.',
      );
    const made = await Promise.all(
      calls.map(async ({ from, ...call }) => {
        const { to, entry, calldata } = await prepareCall(branch, call);
        const sender = from === undefined ? {} : { from: await addressOf(branch, from) };
        return { contractAddress: to, entrypoint: entry.name, calldata, ...sender };
      }),
    );
    const { isSame, text: told } = await branch.box.compare((await bench.branch(other)).box, made, { gas });
    return {
      text: isSame ? 'No difference.' : 'They differ. here is the branch, there the other one.',
      data: withNames(branch, told),
    };
  },
});

async function compareStates(branch: Branch, fromBlock: number | undefined, toBlock: number | undefined) {
  const { box, start } = branch;
  if (fromBlock === undefined && start === undefined)
    throw new ToolError('Give fromBlock: this branch is the chain of a running node, which has no start of its own.');
  const before =
    fromBlock === undefined ? { snapshot_id: start as `0x${string}` } : { block_id: { block_number: fromBlock } };
  const answer = await box.request('devnet_compareStates', {
    before,
    ...(toBlock !== undefined && { after: { block_id: { block_number: toBlock } } }),
  });
  const lines = [
    ...answer.balances.map(
      ({ address, unit, before: old, after }) => `balance of ${address}: ${old} -> ${after} ${unit}`,
    ),
    ...answer.contracts.flatMap(({ contract_address, contract_name, class_hash_before, class_hash_after, storage }) => {
      const name = `${contract_name ?? 'contract'} ${contract_address}`;
      const classes =
        class_hash_before === class_hash_after
          ? []
          : [`${name}: class ${class_hash_before ?? 'none'} -> ${class_hash_after ?? 'none'}`];
      return [
        ...classes,
        ...storage.map(
          ({ path, key, before: old, after }) => `${name} ${path ?? key}: ${valueText(old)} -> ${valueText(after)}`,
        ),
      ];
    }),
    ...answer.declared_classes.map((each) => `declared ${valueText(each)}`),
  ];
  return {
    text: `${answer.contract_count} contracts and ${answer.cell_count} cells differ.`,
    data: withNames(branch, lines.join('\n')),
  };
}
