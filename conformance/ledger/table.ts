import { reasonFor } from './knownDifferences.ts';
import type { Entry, Ledger } from './ledger.ts';

interface Row {
  readonly label: string;
  blocks: number;
  transactions: number;
  equal: number;
  /** The number of facts that differ, by reason. */
  readonly different: Map<string, number>;
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** The order of rows: by protocol version, the unknown ones first. */
const orderOf = (protocol: string): readonly number[] =>
  protocol.startsWith('before') ? [0] : protocol.split('.').map(Number);

function compareProtocols(a: string, b: string): number {
  const [left, right] = [orderOf(a), orderOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The row of an entry: its protocol version, or what it is. */
function labelOf(kind: Entry['kind'], protocol: string | undefined): string {
  if (kind === 'execution') return `${protocol}, executed again`;
  if (kind === 'own') return `${protocol}, blocks of a sandbox, as an earlier build executed them`;
  if (kind === 'classes') return 'classes of the networks';
  return protocol ?? 'transactions without their blocks';
}

function rowsOf({ entries }: Ledger): readonly Row[] {
  const rows = new Map<string, Row>();
  const sorted = Object.entries(entries).sort(
    ([, a], [, b]) =>
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compareProtocols(a.protocol ?? '0', b.protocol ?? '0'),
  );
  for (const [name, { kind, protocol, transactions, equal, different }] of sorted) {
    const label = labelOf(kind, protocol);
    const row = rows.get(label) ?? { label, blocks: 0, transactions: 0, equal: 0, different: new Map() };
    rows.set(label, row);
    if (kind !== 'classes' && kind !== 'transactions') row.blocks++;
    row.transactions += transactions;
    row.equal += sum(equal);
    for (const [what, count] of Object.entries(different)) {
      const reason = reasonFor(name, what) ?? `${name}: ${what}, not explained yet`;
      row.different.set(reason, (row.different.get(reason) ?? 0) + count);
    }
  }
  return [...rows.values()];
}

const KINDS: readonly Entry['kind'][] = ['block', 'execution', 'classes', 'transactions', 'own'];

const shown = (count: number): string => (count === 0 ? '' : count.toLocaleString('en-US'));

/** The table of a ledger in Markdown. */
export function formatTable(ledger: Ledger): string {
  const lines = rowsOf(ledger).map(({ label, blocks, transactions, equal, different }) => {
    const reasons = [...different].map(([reason, count]) => `${shown(count)}: ${reason}`).join('; ');
    return `| ${label} | ${shown(blocks)} | ${shown(transactions)} | ${shown(equal)} | ${reasons} |`;
  });
  return ['| Protocol | Blocks | Transactions | Facts equal | Different |', '|---|---|---|---|---|', ...lines].join(
    '\n',
  );
}

/** The numbers that README.md names: real blocks and transactions, without those that have an unexplained difference. */
export function figuresOf({ entries }: Ledger): { readonly blocks: number; readonly transactions: number } {
  let [blocks, transactions] = [0, 0];
  for (const entry of Object.values(entries)) {
    if (entry.kind === 'block' && sum(entry.different) === 0) blocks++;
    if (entry.kind === 'block' || entry.kind === 'transactions')
      transactions += entry.transactions - sum(entry.different);
  }
  return { blocks, transactions };
}
