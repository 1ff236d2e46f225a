import { ChainError } from '../../../protocol/chainError.ts';
import { message } from '../../../protocol/message.ts';
import { optional, struct, text } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { wholeNumber } from '../../decode/wholeNumber.ts';
import { hex } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { failed, invalidParams } from '../../rpcError.ts';

const params = optionalParams(
  struct('ForkRequest', { url: optional(text('textChars')), block_number: optional(wholeNumber(64)) }),
);

/** Restarts the chain as a fork of a node at a block. The defaults are the current origin and its newest block. */
export const fork = method({
  name: 'fork',
  group: 'sandbox',
  summary: 'Replaces the chain by a fork of a node.',
  kind: 'write',
  takesBack: true,
  origin: 'none',
  params,
  restricted: 'hidden',
  run: async ({ node, chain, write, journalFile }, { url = chain.origin?.url, blockNumber }) => {
    if (url === undefined)
      throw invalidParams('missing field `url`: this chain is no fork yet, so the node to fork has to be named');
    const target = { url, blockNumber: blockNumber === undefined ? undefined : Number(blockNumber) };
    const origin = await node.connect(target).catch((error: unknown) => {
      const reason = error instanceof ChainError ? error.words : error instanceof Error ? error.message : String(error);
      throw failed(message`The fork was not made: ${reason}`);
    });
    await write((draft) => draft.restart({ keepMessaging: false, origin }));
    await journalFile?.follow();
    return { url: origin.url, block_number: origin.block.number, block_hash: hex(origin.block.hash) };
  },
});
