// docs/limits.md: the table of limits.
import { type LimitUnit, limitRows } from '../src/protocol/limits.ts';
import { groupedDigits } from '../src/text/groupedDigits.ts';

/** A value as readers expect it: bytes in the largest unit that is exact. */
function valueText(value: number, unit: LimitUnit): string {
  if (unit !== 'bytes') return unit === 'number' ? groupedDigits(value) : `${groupedDigits(value)} ${unit}`;
  for (const [size, name] of [
    [2 ** 30, 'GB'],
    [2 ** 20, 'MB'],
    [2 ** 10, 'kB'],
  ] as const)
    if (value % size === 0) return `${groupedDigits(value / size)} ${name}`;
  return `${groupedDigits(value)} bytes`;
}

export function limitPage(): string {
  const rows = limitRows.map(([, { what, value, unit, option, beyond, reason }]) => {
    const cells = [what, valueText(value, unit), option === undefined ? '' : `\`--${option}\``, beyond, reason];
    return `| ${cells.join(' | ')} |`;
  });
  return `${[
    '# Limits',
    '<!-- Written by `npm run reference` from src/protocol/limits.ts. Do not edit. -->',
    'What clients may send and ask for. Every limit is far above normal use, and keeps the [promise](security.md#the-promise) that no request ends or blocks the node. `sandbox_getConfig` has them as `limits`, with the values of a running node.',
    ['| What | Limit | Option | Beyond it | Why |', '|---|---|---|---|---|', ...rows].join('\n'),
    'kB, MB and GB are 1,024, 1,024² and 1,024³ bytes.',
  ].join('\n\n')}\n`;
}
