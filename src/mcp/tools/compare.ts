import { ETH, STRK } from '../../chain/value/token.ts';
import { ToolError } from '../answer.ts';
import type { Branch } from '../branch.ts';
import { callFields } from '../fields.ts';
import { flag, integer, list, object, optional, text } from '../input.ts';
import { addressOf, prepareCall } from '../names.ts';
import { valueText } from '../sending.ts';
import { branchTool } from '../tool.ts';
import { withNames } from '../withNames.ts';

/** How two states differ, or how the same calls come out on two branches. */
export const compare = branchTool({
  name: 'compare',
  description:
    'What differs: between two blocks, or since a branch was made (balances, contracts, storage by name); or, with calls and with, how the same calls come out on two branches: results, events, storage, gas, and the fewest calls that show a difference.',
  input: {
    fromBlock: optional(
      integer('The state after this block. Default: when the branch was made.', 0, Number.MAX_SAFE_INTEGER),
    ),
    toBlock: optional(integer('The state after this block. Default: now.', 0, Number.MAX_SAFE_INTEGER)),
    with: optional(text('Another branch, on which the calls are made too.')),
    calls: optional(
      list(
        'Calls to make on both branches, each a transaction; nothing stays.',
        object('', { ...callFields, from: optional(text('Who sends.')) }),
        50,
      ),
    ),
    gas: optional(flag('Whether other gas is a difference. Default: true.')),
  },
  run: async (branch, { fromBlock, toBlock, with: other, calls, gas = true }, bench) => {
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

/** Whether a contract is a token for fees, whose balances are told as such. */
const isToken = (address: string): boolean => [STRK, ETH].some((token) => token.address === BigInt(address));

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
        ...storage
          .filter(({ path }) => !(isToken(contract_address) && path?.startsWith('ERC20_balances[')))
          .map(
            ({ path, key, before: old, after }) => `${name} ${path ?? key}: ${valueText(old)} -> ${valueText(after)}`,
          ),
      ];
    }),
    ...(answer.contract_count > answer.contracts.length
      ? [`… and ${answer.contract_count - answer.contracts.length} more contracts`]
      : []),
    ...answer.declared_classes.map((each) => `declared ${valueText(each)}`),
  ];
  return {
    text: `Contracts that differ: ${answer.contract_count}, cells: ${answer.cell_count}.`,
    data: withNames(branch, lines.join('\n')),
  };
}
