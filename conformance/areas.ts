import type { Area } from './area.ts';

/** Every area, in the order of the table. */
export const areas: readonly Area[] = [];
