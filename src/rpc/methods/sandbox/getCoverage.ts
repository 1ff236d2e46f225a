import { oneOf, optional, struct, text } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { optionalParams } from '../../decode/params.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = optionalParams(
  struct('GetCoverage', {
    format: optional(oneOf('text', 'lcov', 'html')),
    transaction_hash: optional(felt),
    file: optional(text('textChars')),
  }),
);

/** What ran of the user's Cairo code. */
export const getCoverage = method({
  name: 'getCoverage',
  group: 'sandbox',
  summary:
    'What ran of your Cairo code: lines, functions and branches, in a transaction, or since the node was started if it counts (--coverage; its file in that folder is written too), or else in all transactions. With `file`, also its source.',
  kind: 'read',
  origin: { by: 'transaction', member: 'transactionHash', answers: 'none' },
  // It shows source files, and may write a file.
  restricted: 'hidden',
  params,
  run: async ({ chain, tools }, { format, transactionHash, file }) => {
    const placed = transactionHash === undefined ? undefined : chain.transaction(transactionHash);
    if (transactionHash !== undefined && !placed) throw new RpcError('transactionHashNotFound');
    const { formatCoverage } = await import('../../format/coverage.ts');
    const { reportCoverage, coverTransactions, saveCoverage, isCounting } = await tools();
    const isRun = !placed && isCounting(chain);
    const report = await (isRun ? reportCoverage(chain) : coverTransactions(chain, placed && [placed]));
    const isSaved = isRun && (await saveCoverage(chain, report));
    return formatCoverage(report, { form: format, file, isRun, isSaved });
  },
});
