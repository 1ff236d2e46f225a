import type { Area } from './area.ts';
import { commitments } from './commitments.ts';

/** Every area, in the order of the table. */
export const areas: readonly Area[] = [commitments];
