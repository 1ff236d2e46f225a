import { formatFelt } from '../../felt/felt.ts';
import { shortHex } from '../../felt/shortHex.ts';
import { safeLine } from '../../text/safeText.ts';
import type { StorageEntry } from './storageEntry.ts';
import type { StorageTree } from './storageTree.ts';

const LONG_HEX = /0x[0-9a-f]{13,}/g;
const shortened = (text: string): string => text.replace(LONG_HEX, (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`);

/** More lines are left out. */
const MAX_LINES = 2000;

/** A storage tree as text for people: a line for each variable, and one for each entry of maps and lists below it. */
export function formatStorageTree(tree: StorageTree): string {
  const { contractAddress, contractName, entries, unnamed, cellCount, nextCell, originBlock } = tree;
  const lines = [`${safeLine(contractName ?? 'Contract')} ${formatFelt(contractAddress)}`];
  for (const [name, group] of grouped(entries)) lines.push(...variableLines(name, group));
  if (unnamed.length > 0) {
    lines.push('  without a name');
    for (const { key, value } of unnamed) lines.push(`    ${formatFelt(key)} = ${formatFelt(value)}`);
  }
  if (entries.length + unnamed.length === 0) lines.push('  Nothing is stored.');
  const shown = lines.slice(0, MAX_LINES);
  if (lines.length > MAX_LINES) shown.push(`  … and ${lines.length - MAX_LINES} more lines`);
  if (nextCell !== undefined) shown.push(`  … the next page starts at cell ${nextCell} of ${cellCount}`);
  if (originBlock !== undefined)
    shown.push(
      `  Entries of maps and lists that were last written at the origin, up to block ${originBlock}, cannot be listed. Read one by its path.`,
    );
  return `${shown.join('\n')}\n`;
}

/** Entries by variable, in their order. */
function grouped(entries: readonly StorageEntry[]): ReadonlyMap<string, readonly StorageEntry[]> {
  const groups = new Map<string, StorageEntry[]>();
  for (const entry of entries) {
    const name = entry.variable ?? /^\w+/.exec(entry.path)![0];
    const group = groups.get(name);
    if (group) group.push(entry);
    else groups.set(name, [entry]);
  }
  return groups;
}

function variableLines(name: string, entries: readonly StorageEntry[]): string[] {
  const [first] = entries;
  const title = first!.variable === undefined ? `variable ${shortHex(BigInt(name) as never)}` : name;
  const type = first!.variableType ?? (first!.path === name ? first!.type : undefined);
  const own = entries.find(({ path }) => path === name);
  const head = `  ${title}${type === undefined ? '' : `: ${type}`}${own ? ` = ${valueText(own)}` : ''}`;
  const below = entries.filter((entry) => entry !== own);
  return [head, ...below.map((entry) => `    ${shortened(entry.path.slice(name.length))} = ${valueText(entry)}`)];
}

const valueText = ({ text, isFromOrigin }: StorageEntry): string =>
  safeLine(`${shortened(text)}${isFromOrigin ? '  (origin)' : ''}`);
