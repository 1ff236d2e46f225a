import type { Fact } from './fact.ts';
import type { Source } from './sources.ts';

/** What was found about a source. */
export interface Entry {
  readonly kind: Source['kind'];
  readonly protocol?: string | undefined;
  readonly transactions: number;
  /** The number of facts that are equal, by kind. */
  readonly equal: Readonly<Record<string, number>>;
  /** The same of those that differ. */
  readonly different: Readonly<Record<string, number>>;
}

/** What was found about all sources, by name, and when. */
export interface Ledger {
  readonly date: string;
  readonly entries: Readonly<Record<string, Entry>>;
}

/** A fact that differs. */
export interface Found {
  readonly source: string;
  readonly fact: Fact;
}

/** Compares sources, one after the other. */
export async function runLedger(
  sources: Iterable<Source> | AsyncIterable<Source>,
  onDifference: (found: Found) => void = () => {},
): Promise<Readonly<Record<string, Entry>>> {
  const entries: Record<string, Entry> = {};
  for await (const source of sources) {
    const [equal, different]: [Record<string, number>, Record<string, number>] = [{}, {}];
    for await (const fact of source.facts()) {
      const counts = fact.isEqual ? equal : different;
      counts[fact.what] = (counts[fact.what] ?? 0) + 1;
      if (!fact.isEqual) onDifference({ source: source.name, fact });
    }
    const { kind, protocol, transactions } = source;
    entries[source.name] = { kind, ...(protocol !== undefined && { protocol }), transactions, equal, different };
  }
  return entries;
}

/** What got worse since a ledger: fewer facts of a kind are equal, or more differ. Sources that are not here are not judged. */
export function worseThan(before: Ledger['entries'], now: Ledger['entries']): readonly string[] {
  return Object.entries(now).flatMap(([name, entry]) => {
    const old = before[name];
    if (!old) return [];
    const kinds = new Set([...Object.keys(old.equal), ...Object.keys(entry.different)]);
    return [...kinds].flatMap((what) => {
      const [was, is] = [old.equal[what] ?? 0, entry.equal[what] ?? 0];
      const [wasNot, isNot] = [old.different[what] ?? 0, entry.different[what] ?? 0];
      if (is >= was && isNot <= wasNot) return [];
      return [`${name}: ${is} of ${is + isNot} are equal in ${what}; before, ${was} of ${was + wasNot} were`];
    });
  });
}
