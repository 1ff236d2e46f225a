import { isObject, type Json } from '../../../json/json.ts';
import { boolean, type Decoder, likeness, list, optional, struct, type Wire } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import type { NoParams } from '../../decode/params.ts';
import { hexList } from '../../format/hex.ts';
import { formatMessageToL1, formatMessageToL2 } from '../../format/message.ts';
import { type Exceptions, flush } from '../../l1/flush.ts';
import { method } from '../../method.ts';

const nonces = list(felt, 'loadedEvents');
// Of the mock L1: messages that go on waiting, and those that are never delivered. A dump has them if not all were delivered.
const given = struct('FlushParameters', {
  dry_run: boolean,
  waiting: optional(nonces),
  left_out: optional(nonces),
});
const params: Decoder<{ readonly dryRun: boolean } & Exceptions, Wire<typeof given> | NoParams> = Object.assign(
  (value: Json) => {
    const isEmpty = value === null || (isObject(value) ? Object.keys(value) : (value as readonly Json[])).length === 0;
    return isEmpty ? { dryRun: false } : given(value);
  },
  likeness(given),
);

/** Exchanges messages with L1. A dry run only shows those that wait for L1. */
export const postmanFlush = method({
  name: 'postmanFlush',
  group: 'sandbox',
  summary: 'Exchanges the pending messages with L1.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'own',
  run: async (context, { dryRun, ...exceptions }) => {
    const { toL1, toL2, hashes, provider } = dryRun
      ? {
          toL1: await context.write((draft) => draft.messages.pending()),
          toL2: [],
          hashes: [],
          provider: 'dry run',
        }
      : await flush(context, exceptions);
    return {
      messages_to_l1: toL1.map(formatMessageToL1),
      messages_to_l2: toL2.map(formatMessageToL2),
      generated_l2_transactions: hexList(hashes),
      l1_provider: provider,
    };
  },
});
