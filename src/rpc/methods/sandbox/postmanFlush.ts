import { RpcError } from '../../../protocol/errors.ts';
import { boolean, struct } from '../../decode/decoder.ts';
import { isObject } from '../../envelope.ts';
import { ethHex, hex, hexList } from '../../format/hex.ts';
import type { Json } from '../../json.ts';
import { method } from '../../method.ts';

const given = struct('FlushParameters', { dry_run: boolean });
const params = (value: Json) => {
  const isEmpty = value === null || (isObject(value) ? Object.keys(value) : (value as readonly Json[])).length === 0;
  return isEmpty ? { dryRun: false } : given(value);
};

/** Exchanges messages with L1. A dry run only shows those that wait for L1. */
export const postmanFlush = method('postmanFlush', params, async ({ write }, { dryRun }) => {
  if (!dryRun)
    throw new RpcError('internalError', {
      message:
        "Error in fetching messages to L2: Message is not configured, ensure you've used `postman/load_l1_messaging_contract` endpoint first.",
    });
  const messages = await write((draft) => draft.pendingMessagesToL1());
  return {
    messages_to_l1: messages.map(({ fromAddress, toAddress, payload }) => ({
      from_address: hex(fromAddress),
      to_address: ethHex(toAddress),
      payload: hexList(payload),
    })),
    messages_to_l2: [],
    generated_l2_transactions: [],
    l1_provider: 'dry run',
  };
});
