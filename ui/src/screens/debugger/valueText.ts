import { grouped } from '../../parts/values/format.ts';

/** A value as people read it: long decimal numbers in groups of digits. */
export const valueText = (value: string): string =>
  value.replace(/(?<![\w.'"])\d{5,78}(?![\w.'"])/g, (digits) => grouped(BigInt(digits)));
