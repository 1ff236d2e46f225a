import {
  MAX_TRANSACTIONS_PER_BLOCK,
  MEMPOOL_ORDERINGS,
  MEMPOOL_RULES,
  type MempoolOrdering,
} from '../../../mempool/mempoolConfig.ts';
import { decoder, oneOf, optional, shown, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { type NumberInput, wholeNumber } from '../../decode/wholeNumber.ts';
import { formatMempoolConfig } from '../../format/mempool.ts';
import { method } from '../../method.ts';
import { invalidParams } from '../../rpcError.ts';

const names = MEMPOOL_ORDERINGS.join(', ');
const ordering = Object.assign(
  decoder<MempoolOrdering, MempoolOrdering>(names, 'random', (value) => {
    const found = MEMPOOL_ORDERINGS.find((name) => name === value);
    if (!found) throw invalidParams(`Unknown mempool ordering policy ${shown(value)}. Available policies: ${names}`);
    return found;
  }),
  { shape: { kind: 'words', words: MEMPOOL_ORDERINGS } as const },
);

const number = wholeNumber(53);
const capacity = decoder<number, NumberInput>(
  `number from 1 to ${MAX_TRANSACTIONS_PER_BLOCK}`,
  MAX_TRANSACTIONS_PER_BLOCK,
  (value, field) => {
    const most = Number(number(value, field));
    if (most < 1 || most > MAX_TRANSACTIONS_PER_BLOCK)
      throw invalidParams(
        `${field}: the capacity of a block must be positive and at most ${MAX_TRANSACTIONS_PER_BLOCK}, not ${most}`,
      );
    return most;
  },
);

const params = optionalParams(
  struct('SetMempoolConfig', {
    ordering: optional(ordering),
    random_seed: optional(wholeNumber(64)),
    max_transactions_per_block: optional(capacity),
    rules: optional(oneOf(...MEMPOOL_RULES)),
  }),
);

export const setMempoolConfig = method({
  name: 'setMempoolConfig',
  group: 'sandbox',
  summary: 'Changes how transactions of the mempool are selected. What is left out stays. No transaction is dropped.',
  kind: 'write',
  takesBack: false,
  params,
  journal: 'request',
  restricted: 'hidden',
  run: ({ write }, changes) =>
    write((draft) => {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      return formatMempoolConfig(draft.pool.configure(Object.fromEntries(given)));
    }),
});
