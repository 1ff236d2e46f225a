import { usesMempool } from '../../../chain/config.ts';
import { limits } from '../../../protocol/limits.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { wholeNumber } from '../../decode/wholeNumber.ts';
import { hex } from '../../format/hex.ts';
import { controlEntry } from '../../journal/journalEntry.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const params = optionalParams(
  struct('Mine', { blocks: optional(wholeNumber(64)), seconds: optional(wholeNumber(64)) }),
);

/** Makes several blocks at once, `seconds` apart. */
export const mine = method({
  name: 'mine',
  group: 'sandbox',
  summary: 'Seals several blocks at once.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'own',
  restricted: 'hidden',
  run: async ({ write }, { blocks = 1n, seconds = 0n }) => {
    if (blocks > limits.minedBlocks)
      throw invalidParams(`blocks must be at most ${limits.minedBlocks} in one request, not ${blocks}`);
    if (seconds > 2n ** 40n) throw invalidParams(`seconds is too large: ${seconds}`);
    const made = await write((draft) => {
      // The journal keeps requests that every sandbox knows and that make the same blocks. What is selected from a mempool is recorded with it.
      for (let block = 0n; block < blocks && !usesMempool(draft.view.value.blockGeneration); block++)
        draft.record(
          block > 0n && seconds > 0n
            ? controlEntry('increaseTime', { time: Number(seconds) }, null)
            : controlEntry('createBlock', null, null),
        );
      return draft.mine(Number(blocks), seconds);
    });
    return { block_hashes: made.map(({ hash }) => hex(hash)) };
  },
});
