import { oneOf, optional, struct } from '../../decode/decoder.ts';
import { optionalParams } from '../../decode/params.ts';
import { method } from '../../method.ts';

const params = optionalParams(struct('GetCoverage', { format: optional(oneOf('text', 'lcov', 'html')) }));

/** What ran of the user's Cairo code. */
export const getCoverage = method({
  name: 'getCoverage',
  group: 'sandbox',
  summary:
    'What ran of your Cairo code: lines, functions and branches. The node must count it (--coverage); its file in that folder is written too.',
  kind: 'read',
  params,
  run: async ({ chain, tools }, { format }) => {
    const { formatCoverage } = await import('../../format/coverage.ts');
    const { reportCoverage, saveCoverage } = await tools();
    const report = await reportCoverage(chain);
    return formatCoverage(report, format, await saveCoverage(chain, report));
  },
});
