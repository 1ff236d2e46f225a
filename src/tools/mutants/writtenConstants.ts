import type { OwnPlace } from '../coverage/coverableClass.ts';
import type { MutableClass } from './ownSites.ts';
import { textBetween } from './sourceText.ts';
import type { NumberConstant } from './values.ts';

/** How many statements behind a constant its use is looked for. */
const MAX_STATEMENTS = 40;
/** Libfuncs that only pass a value on. */
const PASSES: ReadonlySet<string> = new Set(['store_temp', 'dup', 'rename', 'snapshot_take', 'struct_deconstruct']);
/** Libfuncs that often have the place of another expression. */
const MISPLACED: ReadonlySet<string> = new Set(['struct_construct', 'enum_init', 'return']);
/** The domain of storage, and where a part of a value is in it: numbers of the core library. */
const OF_STORAGE: ReadonlySet<string> = new Set([
  'storage_read_syscall',
  'storage_write_syscall',
  'storage_address_from_base_and_offset',
]);
/** A block, whose text has more numbers than that of its own. */
const IS_BLOCK = /;|^(?:if|while|for|loop|match)\b/;

/**
 * The expression in which a constant is written; undefined if it is not the user's. The compiler gives a constant the place of the expression
 * before it, so this is the place of the first statement that takes it, if the number stands there, or the name of a constant with this value.
 */
export function writtenAt(given: MutableClass, statement: number, constant: NumberConstant): OwnPlace | undefined {
  const { code } = given;
  const found = useOf(given, statement);
  const place = found && code.places[found.first];
  if (!place || OF_STORAGE.has(found.libfunc)) return undefined;
  // The carry of a sum: a u256 of the user is no u128.
  const [inner] = code.frames[found.first]!;
  if (constant.type === 'u128' && /u256_/.test(inner?.functionName ?? '')) return undefined;
  const lines = given.linesOf(place.span.file) ?? [];
  const text = textBetween(lines, place.span);
  if (IS_BLOCK.test(text)) return undefined;
  // The 0 of `if count == 0 { return 0; }` is made a result in the place of the comparison.
  if (MISPLACED.has(found.libfunc) && !/^-?\w+$/.test(text)) return undefined;
  const isIn = (written: string) => isNumberIn(written, constant.value);
  const isNamed = () =>
    lines.some((line) => {
      const [, name, value] = CONSTANT.exec(line) ?? [];
      return name !== undefined && isIn(value!) && new RegExp(`\\b${name}\\b`).test(text);
    });
  return isIn(text) || isNamed() ? place : undefined;
}

/** `const DAY: u64 = 86_400;` */
const CONSTANT = /^\s*(?:pub(?:\(crate\))? )?const (\w+): [\w:]+ = (-?\w+);/;

/** Whether a number stands in a text, in any way that Cairo reads it. */
function isNumberIn(text: string, value: bigint): boolean {
  const plain = text.replace(/\b\d[\da-fx_]*/gi, (digits) => digits.replaceAll('_', ''));
  const hex = value < 0n ? '' : `|0x0*${value.toString(16)}`;
  return new RegExp(`(?<![\\w.])(?:${value}${hex})(?:[ui]\\d+|felt252)?(?!\\w)`, 'i').test(plain);
}

/** The first statement that takes what a statement makes, and the libfunc that does more with it than to pass it on. */
function useOf({ program }: MutableClass, statement: number) {
  const { statements, libfuncs } = program;
  const values = new Set(statements[statement]!.branches[0]?.results);
  let first: number | undefined;
  for (let at = statement + 1; at < Math.min(statement + MAX_STATEMENTS, statements.length); at++) {
    const { libfunc, args, branches } = statements[at]!;
    if (args.some((variable) => values.has(variable))) {
      first ??= at;
      const { generic } = libfuncs[libfunc] ?? { generic: 'return' };
      if (!PASSES.has(generic)) return { first, libfunc: generic };
      for (const variable of branches[0]!.results) values.add(variable);
    }
    if (branches.length !== 1) break;
  }
  return first === undefined ? undefined : { first, libfunc: 'return' };
}
