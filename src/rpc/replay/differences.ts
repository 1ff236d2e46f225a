/** A place where the answer of the origin and our own differ. */
export interface Difference {
  /** Such as `receipt.actual_fee.amount`. */
  readonly at: string;
  /** What the origin says; undefined if it has nothing there. */
  readonly origin: unknown;
  readonly replayed: unknown;
}

/** Lists whose order means nothing. */
const UNORDERED: ReadonlySet<string> = new Set([
  'deployed_contracts',
  'storage_diffs',
  'storage_entries',
  'declared_classes',
  'deprecated_declared_classes',
  'nonces',
  'replaced_classes',
  'migrated_compiled_classes',
]);

/** The most differences that are listed. */
const MOST = 1000;

/**
 * Compares two answers of JSON-RPC. Numbers and hexadecimal texts are compared by value. Something empty or zero on one side may be missing on the
 * other, since nodes leave out different things.
 */
export function differencesOf(at: string, origin: unknown, replayed: unknown): readonly Difference[] {
  const found: Difference[] = [];
  compare(at, at.split('.').at(-1)!, origin, replayed, found);
  return found;
}

function compare(at: string, name: string, origin: unknown, replayed: unknown, found: Difference[]): void {
  if (found.length >= MOST) return;
  if (Array.isArray(origin) && Array.isArray(replayed)) {
    const [theirs, ours] = [origin, replayed].map((list) => entriesOf(list, UNORDERED.has(name)));
    for (const label of new Set([...theirs!.keys(), ...ours!.keys()]))
      compare(`${at}[${label}]`, '', theirs!.get(label), ours!.get(label), found);
    return;
  }
  if (isRecord(origin) && isRecord(replayed)) {
    for (const key of new Set([...Object.keys(origin), ...Object.keys(replayed)]))
      compare(at === '' ? key : `${at}.${key}`, key, origin[key], replayed[key], found);
    return;
  }
  if (isEmpty(origin) && isEmpty(replayed)) return;
  if (textOf(origin) !== textOf(replayed)) found.push({ at, origin, replayed });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.values(value).every(isEmpty);
  return textOf(value) === '0';
}

const HEX = /^0x[0-9a-f]{1,64}$/i;

/** A simple value as text that is the same for all forms of it. */
function textOf(value: unknown): string {
  if (typeof value === 'string' && HEX.test(value)) return BigInt(value).toString();
  if (typeof value === 'object' && value !== null) return canonical(value);
  return String(value);
}

/** JSON with sorted members and canonical values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
  if (!isRecord(value)) return textOf(value);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${key}:${canonical(value[key])}`)
    .join()}}`;
}

/** The entries of a list by their index, or, if their order means nothing, by what they are about. */
const entriesOf = (list: readonly unknown[], isUnordered: boolean): ReadonlyMap<string, unknown> =>
  new Map(list.map((entry, index) => [isUnordered ? subjectOf(entry) : String(index), entry]));

/** The address, cell or class that an entry of a state diff is about. */
function subjectOf(entry: unknown): string {
  if (!isRecord(entry)) return hexOf(entry);
  const { address, contract_address, class_hash, key } = entry;
  return hexOf(address ?? contract_address ?? key ?? class_hash);
}

const hexOf = (value: unknown): string =>
  typeof value === 'string' && HEX.test(value) ? `0x${BigInt(value).toString(16)}` : textOf(value);
