import type { Random } from '../test/support/random.ts';

/** A random JSON value. Most of them are invalid for any parameter. */
export function oddValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 10 : 13)) {
    case 0:
      return null;
    case 1:
      return random.below(2) === 1;
    case 2:
      return random.below(10) - 3;
    case 3:
      return 2 ** random.below(70);
    case 4:
      return 1.5;
    case 5:
      return '';
    case 6:
      return random.pick(['latest', 'pre_confirmed', 'l1_accepted', 'FRI', 'INVOKE', 'SKIP_VALIDATE', '__proto__']);
    case 7:
    case 8:
      return `0x${random.oddFelt().toString(16)}`;
    case 9:
      return random.pick(['0x', '0xg', '-0x1', `0x${'f'.repeat(70)}`, '\u0000', '\ud800']);
    case 10:
      return { block_number: random.below(3) };
    case 11:
      return Array.from({ length: random.below(5) }, () => oddValue(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [random.pick(FIELDS), oddValue(random, depth + 1)]),
      );
  }
}

const FIELDS = [
  'block_id',
  'contract_address',
  'transaction_hash',
  'request',
  'entry_point_selector',
  'calldata',
  'simulation_flags',
  'filter',
  'from_block',
  'to_block',
  'chunk_size',
  'continuation_token',
  'address',
  'amount',
  'unit',
  'time',
  'generate_block',
  'key',
  'value',
  'path',
  'events',
  'class_hash',
  'invoke_transaction',
  'declare_transaction',
  'starting_block_hash',
  'blocks',
  'snapshot_id',
  'state_diff',
  'url',
  'mode',
];
