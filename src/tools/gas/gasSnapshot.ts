import { groupedDigits } from '../../text/groupedDigits.ts';

/** The L2 gas of named transactions, as a `.gas-snapshot` file has it: one line for each, `name: gas`. */
export type GasSnapshot = ReadonlyMap<string, bigint>;

const LINE = /^(.+): (\d{1,39})$/;

/** Reads a snapshot. Throws a sentence about a line that is not one. */
export function parseGasSnapshot(text: string): GasSnapshot {
  const entries = new Map<string, bigint>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, gas] = LINE.exec(line) ?? [];
    if (name === undefined || gas === undefined)
      throw new Error(`Line ${i + 1} is not 'name: gas': ${line.slice(0, 80)}`);
    entries.set(name, BigInt(gas));
  }
  return entries;
}

const HEADING = '# L2 gas of transactions. Tests check it; STARBOX_GAS_SNAPSHOT=update writes what they use now.';

/** The text of a snapshot, sorted by name. */
export function formatGasSnapshot(snapshot: GasSnapshot): string {
  const lines = [...snapshot].map(([name, gas]) => `${name}: ${gas}`).sort();
  return [HEADING, ...lines, ''].join('\n');
}

/** A change as text: `+1,200 (+3.4 %)`. */
export function gasChange(before: bigint, after: bigint): string {
  const change = after - before;
  const sign = change > 0n ? '+' : '';
  const percent = before === 0n ? '' : ` (${sign}${((Number(change) / Number(before)) * 100).toFixed(2)} %)`;
  return `${sign}${groupedDigits(change)}${percent}`;
}

/** A percentage as people write it: `1`, `0.5` or `1%`; undefined if the text is not one. */
export function readPercent(text: string): number | undefined {
  const [, digits] = /^\s*(\d{1,9}(?:\.\d{1,9})?)\s*%?\s*$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** By how many percent an amount of gas changed. */
export const percentChange = (before: bigint, after: bigint): number =>
  before === after ? 0 : (Number(after - before) / Number(before)) * 100;

/** The names of the transactions that need over `percent` more gas than before. New ones have nothing to compare with. */
export const grownTransactions = (before: GasSnapshot, after: GasSnapshot, percent: number): readonly string[] =>
  [...after].flatMap(([name, gas]) => {
    const old = before.get(name);
    return old !== undefined && percentChange(old, gas) > percent ? [name] : [];
  });

/** What changed between two snapshots, as a table for a pull request. The largest changes come first. */
export function gasDelta(before: GasSnapshot, after: GasSnapshot): string {
  const share = (a: bigint, b: bigint) => Math.abs(Number(b - a)) / Math.max(1, Number(a));
  const changed = [...after].flatMap(([name, gas]) => {
    const old = before.get(name);
    return old === undefined || old === gas ? [] : [{ name, old, gas }];
  });
  changed.sort((a, b) => share(b.old, b.gas) - share(a.old, a.gas) || (a.name < b.name ? -1 : 1));
  const rows = [
    ...changed.map(({ name, old, gas }) => [name, groupedDigits(old), groupedDigits(gas), gasChange(old, gas)]),
    ...[...after].filter(([name]) => !before.has(name)).map(([name, gas]) => [name, '', groupedDigits(gas), 'new']),
    ...[...before].filter(([name]) => !after.has(name)).map(([name, gas]) => [name, groupedDigits(gas), '', 'removed']),
  ];
  if (rows.length === 0) return `No change of L2 gas in ${after.size} entries.\n`;
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const unchanged = after.size - changed.length - [...after.keys()].filter((name) => !before.has(name)).length;
  return [
    line(['Name', 'L2 gas before', 'after', 'change']),
    '| --- | ---: | ---: | ---: |',
    ...rows.map(line),
    '',
    `${unchanged} unchanged.`,
    '',
  ].join('\n');
}
