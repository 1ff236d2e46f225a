import { noParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

/** What calls used, by contract and function. */
export const getGasReport = method({
  name: 'getGasReport',
  group: 'sandbox',
  summary:
    'How often each function was called, and the minimum, median and maximum of its L2 gas, steps, builtins and storage accesses.',
  kind: 'read',
  params: noParams,
  run: async ({ chain, tools }) => {
    const { formatGasReport } = await import('../../format/gasReport.ts');
    return formatGasReport(await (await tools()).reportGas(chain));
  },
});
