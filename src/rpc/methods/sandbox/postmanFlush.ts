import { isObject, type Json } from '../../../json/json.ts';
import { boolean, type Decoder, likeness, struct, type Wire } from '../../decode/decoder.ts';
import type { NoParams } from '../../decode/params.ts';
import { hexList } from '../../format/hex.ts';
import { formatMessageToL1, formatMessageToL2 } from '../../format/message.ts';
import { flush } from '../../l1/flush.ts';
import { method } from '../../method.ts';

const given = struct('FlushParameters', { dry_run: boolean });
const params: Decoder<{ readonly dryRun: boolean }, Wire<typeof given> | NoParams> = Object.assign((value: Json) => {
  const isEmpty = value === null || (isObject(value) ? Object.keys(value) : (value as readonly Json[])).length === 0;
  return isEmpty ? { dryRun: false } : given(value);
}, likeness(given));

/** Exchanges messages with L1. A dry run only shows those that wait for L1. */
export const postmanFlush = method({
  name: 'postmanFlush',
  group: 'sandbox',
  summary: 'Exchanges the pending messages with L1.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'own',
  run: async (context, { dryRun }) => {
    const { toL1, toL2, hashes, provider } = dryRun
      ? {
          toL1: await context.write((draft) => draft.messages.pending()),
          toL2: [],
          hashes: [],
          provider: 'dry run',
        }
      : await flush(context);
    return {
      messages_to_l1: toL1.map(formatMessageToL1),
      messages_to_l2: toL2.map(formatMessageToL2),
      generated_l2_transactions: hexList(hashes),
      l1_provider: provider,
    };
  },
});
