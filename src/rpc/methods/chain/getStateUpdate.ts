import { finishInSlices } from '../../../async/steps.ts';
import { diffSize } from '../../../state/diffParts.ts';
import { blockId } from '../../decode/blockId.ts';
import { list, optional, struct } from '../../decode/decoder.ts';
import { address } from '../../decode/felt.ts';
import { hex } from '../../format/hex.ts';
import { formatStateDiffSteps, type StateUpdate } from '../../format/stateDiff.ts';
import { method } from '../../method.ts';
import { expectText } from '../../writeLongList.ts';

const params = struct('StateUpdateInput', {
  block_id: blockId,
  contract_addresses: optional(list(address, 'filterValuesAtOnce')),
});

/** What a change counts for. COST: 470 bytes, until the text is written: the merged change, the formatted one, and its text. */
const CHANGE_CHARS = 240;

export const getStateUpdate = method({
  name: 'getStateUpdate',
  group: 'chain',
  summary: 'What a block changed in the state.',
  kind: 'read',
  params,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async ({ chain, memory }, { blockId, contractAddresses }): Promise<StateUpdate> => {
    const block = chain.resolveBlock(blockId);
    const only = contractAddresses && new Set(contractAddresses);
    const changes = block.kind === 'open' ? diffSize(block.stateDiff) : block.stateDiffLength;
    await expectText(memory, changes * CHANGE_CHARS);
    const diff = block.kind === 'open' ? block.stateDiff : await finishInSlices(block.mergeStateDiff());
    const stateDiff = await finishInSlices(formatStateDiffSteps(diff, only));
    if (block.kind === 'open') return { old_root: hex(chain.latest.newRoot), state_diff: stateDiff };
    const parent = chain.blockByNumber(block.number - 1);
    return {
      block_hash: hex(block.hash),
      new_root: hex(block.newRoot),
      old_root: hex(parent?.newRoot ?? 0n),
      state_diff: stateDiff,
    };
  },
});
