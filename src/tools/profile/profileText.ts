import { groupedDigits } from '../../text/groupedDigits.ts';
import { safeLine } from '../../text/safeText.ts';
import { byFunction, byLibfunc, byLine, type Profile, type ProfileRow } from './profile.ts';

const MAX_ROWS = 15;

/** The profile as tables for a terminal: by function, line and libfunc. */
export function profileText(profile: Profile): string {
  const total = Number(profile.l2Gas);
  const parts = [
    `${groupedDigits(profile.l2Gas)} L2 gas, ${groupedDigits(profile.steps)} steps`,
    table('Function', byFunction(profile), total),
    table('Line', byLine(profile), total),
    table('Libfunc', byLibfunc(profile), total),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function table(title: string, rows: readonly ProfileRow[], total: number): string {
  if (rows.length === 0) return '';
  const percent = (value: number) => (total === 0 ? '' : `${((value / total) * 100).toFixed(1)} %`);
  const used = rows.filter(({ self, total: sum }) => (title === 'Function' ? sum : self) > 0);
  const cells = used
    .slice(0, MAX_ROWS)
    .map(({ name, self, total: sum }) => [groupedDigits(self), percent(self), groupedDigits(sum), safeLine(name)]);
  const lines = [['Own L2 gas', '', 'With calls', title], ...cells];
  const widths = [0, 1, 2].map((i) => Math.max(...lines.map((line) => line[i]!.length)));
  const shown = lines.map((line) => [...[0, 1, 2].map((i) => line[i]!.padStart(widths[i]!)), line[3]].join('  '));
  const rest = used.length - cells.length;
  return [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n');
}
