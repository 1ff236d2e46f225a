import { noParams } from '../../decode/params.ts';
import { formatFaults } from '../../format/faults.ts';
import { method } from '../../method.ts';

export const getFaults = method({
  name: 'getFaults',
  group: 'sandbox',
  summary: 'The faults that are in force, how often each happened, and the newest of those that happened.',
  kind: 'read',
  params: noParams,
  run: ({ faults }) => formatFaults(faults),
});
