import { noParams } from '../../decode/params.ts';
import { formatConfig } from '../../format/config.ts';
import { method } from '../../method.ts';

export const getConfig = method('getConfig', noParams, ({ node, dialect, journalFile }) =>
  formatConfig(node, dialect, journalFile?.lag),
);
