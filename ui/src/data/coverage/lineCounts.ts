/** How often the lines of a file ran. */
export interface LineCounts {
  /** Lines with code; 0 for those that did not run. */
  readonly counts: ReadonlyMap<number, number>;
  /** Lines that ran, but of whose decisions some way was never taken. */
  readonly partial: ReadonlySet<number>;
}

/** Reads the counts of all files, by path, from a coverage in the form of lcov. */
export function readLcov(content: string): ReadonlyMap<string, LineCounts> {
  const files = new Map<string, LineCounts>();
  let counts = new Map<number, number>();
  let partial = new Set<number>();
  let path = '';
  for (const line of content.split('\n')) {
    const at = line.indexOf(':');
    const [kind, rest] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    const numbers = rest.split(',');
    if (kind === 'SF') path = rest;
    else if (kind === 'DA') counts.set(Number(numbers[0]), Number(numbers[1]));
    else if (kind === 'BRDA' && numbers[3] === '0') partial.add(Number(numbers[0]));
    else if (kind === 'end_of_record') {
      files.set(path, { counts, partial });
      [counts, partial] = [new Map(), new Set()];
    }
  }
  return files;
}

/** What a line of source is, in colours and in words. `undefined`: there is no code in it. */
export type LineState = 'ran' | 'partial' | 'missed' | undefined;

export function stateOf({ counts, partial }: LineCounts, line: number): LineState {
  const count = counts.get(line);
  if (count === undefined) return undefined;
  if (count === 0) return 'missed';
  return partial.has(line) ? 'partial' : 'ran';
}
