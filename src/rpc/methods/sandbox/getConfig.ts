import { noParams } from '../../decode/params.ts';
import { formatConfig } from '../../format/config.ts';
import { method } from '../../method.ts';

export const getConfig = method({
  name: 'getConfig',
  group: 'sandbox',
  summary: 'The configuration that the node was started with.',
  kind: 'read',
  params: noParams,
  run: ({ node, server, forbidden, gateway, nameOf, dialect, journalFile, faults }) =>
    formatConfig(node, server, nameOf, dialect, {
      lag: journalFile?.lag,
      gateway,
      plan: faults.plan,
      forbidden,
    }),
});
