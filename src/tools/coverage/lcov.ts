import type { Coverage, CoveredFile } from './coverage.ts';
import { sharesOf } from './coverage.ts';
import { shownPath } from './shownPath.ts';

const oneLine = (text: string): string => text.replace(/[\r\n]/g, ' ');

/** The coverage in the format of lcov. */
export const lcov = ({ files }: Coverage, folder?: string): string =>
  [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => record(oneLine(shownPath(path, folder)), file))
    .join('');

function record(path: string, file: CoveredFile): string {
  const { lines, functions, branches } = file;
  const shares = sharesOf(file);
  const text: string[] = ['TN:', `SF:${path}`];
  for (const [name, { line, count }] of [...functions].sort(([a], [b]) => (a < b ? -1 : 1)))
    text.push(`FN:${line},${oneLine(name)}`, `FNDA:${count},${oneLine(name)}`);
  text.push(`FNF:${shares.functions.found}`, `FNH:${shares.functions.hit}`);
  const decisions = [...branches.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  for (const [block, { line, arms }] of decisions.entries()) {
    const counts = [...arms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    // A dash says that the decision was never reached.
    const isReached = counts.some((count) => count > 0);
    for (const [i, count] of counts.entries()) text.push(`BRDA:${line},${block},${i},${isReached ? count : '-'}`);
  }
  text.push(`BRF:${shares.branches.found}`, `BRH:${shares.branches.hit}`);
  for (const [line, count] of [...lines].sort(([a], [b]) => a - b)) text.push(`DA:${line},${count}`);
  text.push(`LF:${shares.lines.found}`, `LH:${shares.lines.hit}`, 'end_of_record', '');
  return text.join('\n');
}
