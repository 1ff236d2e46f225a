import type { Area } from './area.ts';
import { cairo0Hashes } from './cairo0Hashes.ts';
import { classHashes } from './classHashes.ts';
import { commitments } from './commitments.ts';
import { execution } from './execution.ts';
import { openrpc, openrpc09 } from './openrpc.ts';
import { realClasses } from './realClasses.ts';
import { sierraContracts } from './sierraContracts.ts';
import { sierraDigests } from './sierraDigests.ts';
import { sierraErrors } from './sierraErrors.ts';
import { sierraLibfuncs } from './sierraLibfuncs.ts';
import { sierraOfficial } from './sierraOfficial.ts';
import { sierraRegenerated } from './sierraRegenerated.ts';
import { sierraSegmentation } from './sierraSegmentation.ts';
import { strictTapes, tapes } from './tapes.ts';
import { workedExamples } from './workedExamples.ts';

/** Every area, in the order of the table. */
export const areas: readonly Area[] = [
  commitments,
  cairo0Hashes,
  classHashes,
  realClasses,
  sierraLibfuncs,
  sierraErrors,
  sierraSegmentation,
  sierraContracts,
  sierraRegenerated,
  sierraOfficial,
  sierraDigests,
  execution,
  workedExamples,
  tapes,
  strictTapes,
  openrpc,
  openrpc09,
];
