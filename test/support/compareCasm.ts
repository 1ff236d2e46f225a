import { formatCasm } from '../../src/cairo/casmJson.ts';
import { readSierraFile } from '../../src/sierra/class/readSierraClass.ts';
import { compileContract } from '../../src/sierra/compileContract.ts';

/** A compiled class as published. */
export interface PublishedCasm {
  readonly compiler_version: string;
  readonly bytecode: readonly string[];
  readonly bytecode_segment_lengths?: unknown;
  readonly hints: readonly (readonly [number, readonly unknown[]])[];
  readonly entry_points_by_type: unknown;
}

/** JSON with sorted keys, so that files of other tools can be compared. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'nothing';

/** The first place where two lists differ. */
function firstDifference(what: string, ours: readonly unknown[], theirs: readonly unknown[]): string | undefined {
  for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
    if (ours[i] === theirs[i] || JSON.stringify(ours[i]) === JSON.stringify(theirs[i])) continue;
    const [a, b] = [text(ours[i]), text(theirs[i])];
    if (a !== b) return `${what} ${i}: ${a}, not ${b}`;
  }
  return undefined;
}

// Before 2.19 a downcast that can only be too large asked `value < bound`; now it asks `2^128 <= value - bound`.
// Before 2.6 a cast from felt asked about the plain value; now about value + 0.
const U128 = `0x1${'0'.repeat(32)}`;
function olderHint(hint: unknown): unknown {
  const text = JSON.stringify(hint)
    .replace(
      new RegExp(
        `\\{"TestLessThanOrEqual":\\{"lhs":\\{"Immediate":"${U128}"\\},"rhs":\\{"BinOp":\\{"op":"Add","a":(\\{[^}]*\\}),"b":\\{"Immediate":"-(0x[0-9a-f]+)"\\}\\}\\}`,
      ),
      '{"TestLessThan":{"lhs":{"Deref":$1},"rhs":{"Immediate":"$2"}',
    )
    .replace(/\{"BinOp":\{"op":"Add","a":(\{[^}]*\}),"b":\{"Immediate":"0x0"\}\}\}/, '{"Deref":$1}');
  return JSON.parse(text);
}

/** Whether a compiler made the hints that ours makes. */
function hasOurHints(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 19);
}

/** How our compiled class differs from a published one; undefined if it does not. Hints of older compilers may have their older form. */
export function compareCasm(sierra: unknown, published: PublishedCasm): string | undefined {
  const casm = formatCasm(compileContract(readSierraFile(sierra)));
  return (
    firstDifference('word', casm.bytecode, published.bytecode) ??
    firstDifference('segment lengths', [casm.bytecode_segment_lengths], [published.bytecode_segment_lengths]) ??
    firstDifference('entry points', [casm.entry_points_by_type], [published.entry_points_by_type]) ??
    hintsDifference(casm.hints, published)
  );
}

function hintsDifference(ours: PublishedCasm['hints'], { hints, compiler_version }: PublishedCasm): string | undefined {
  const difference = firstDifference('hints', ours, hints);
  if (difference === undefined || hasOurHints(compiler_version)) return difference;
  const older = (list: PublishedCasm['hints']) => list.map(([pc, each]) => [pc, each.map(olderHint)]);
  return firstDifference('hints', older(ours), older(hints));
}
