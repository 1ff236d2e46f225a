import { failed } from '../../../protocol/errors.ts';
import { optional, struct, text } from '../../decode/decoder.ts';
import { method } from '../../method.ts';

const params = struct('PostmanLoadL1MessagingContract', {
  network_url: text,
  messaging_contract_address: optional(text),
  deployer_account_private_key: optional(text),
  address: optional(text),
});

/** Connects to an L1 node. None can be reached by this version: messages are sent with postmanSendMessageToL2. */
export const postmanLoad = method('postmanLoad', params, async (_, { networkUrl }) => {
  if (!URL.canParse(networkUrl))
    throw failed(`Alloy error: Failed to parse RPC URL '${networkUrl.slice(0, 200)}': relative URL without a base.`);
  throw failed(
    'This version connects to no L1 node. Send messages with postmanSendMessageToL2 and read them with a dry-run postmanFlush.',
  );
});
