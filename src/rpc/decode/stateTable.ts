import type { Json } from '../../json/json.ts';
import { decoder, list, struct } from './decoder.ts';
import { address } from './felt.ts';
import { storageKeyOrPath } from './storagePath.ts';
import { wholeNumber } from './wholeNumber.ts';

const value = decoder<Json, unknown>('felt; for a path, a value of its type', '0x1', (value) => value);
const values = list(struct('ScheduledValue', { block: wholeNumber(53), value }), 'scheduledCells');

/** Variables of contracts, and their values by block. */
export const stateTable = list(
  struct('ScheduledVariable', { contract_address: address, variable: storageKeyOrPath, values }),
  'scheduledCells',
);
