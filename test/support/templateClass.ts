import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './documentBlocks.ts';

/** The name of the class file in the project that `starbox init` writes. */
export const TEMPLATE_CLASS = 'counter_Counter.contract_class.json';

/** The text of that file. */
export const templateClass = (): string =>
  gunzipSync(readFileSync(join(root, 'template', `${TEMPLATE_CLASS}.gz`))).toString();
