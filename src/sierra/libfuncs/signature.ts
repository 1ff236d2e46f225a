import type { GenericArg, Program, SierraFunction } from '../program.ts';
import { missingFunction, notDeclared, singleType, wrongCount } from '../types/specialization.ts';
import type { TypeTable } from '../types/typeTable.ts';
import { userType } from '../types/userType.ts';

/** Where an output is stored, as far as it matters where paths merge. */
export type Placement =
  /** The k-th of the new cells on top of the stack. */
  | { readonly kind: 'stack'; readonly index: number }
  /** The cells of a parameter, unchanged. */
  | { readonly kind: 'param'; readonly index: number };

export interface Output {
  readonly type: number;
  readonly at?: Placement;
}

/** One branch of a libfunc. */
export interface BranchSignature {
  readonly outputs: readonly Output[];
  /** Whether `ap` moves exactly over the outputs on the stack, so that the cells below are still known. */
  readonly keepsStack: boolean;
  readonly align: boolean;
}

/** The parameters and results of a concrete libfunc. */
export interface Signature {
  readonly params: readonly number[];
  readonly branches: readonly BranchSignature[];
  /** The branch that continues with the next statement; -1 if there is none. */
  readonly fallthrough: number;
}

/** What a signature rule can read of the program. */
export interface Context {
  readonly types: TypeTable;
  readonly functions: ReadonlyMap<number, SierraFunction>;
  readonly program: Program;
}

/** Returns the signature for generic arguments, or throws a SpecializationError. */
export type SignatureRule = (context: Context, args: readonly GenericArg[]) => Signature;

// Names for types that are defined by their structure; programs declare them like any other type.
const ALIASES: Readonly<Record<string, string>> = {
  unit: "Struct<'Tuple'>",
  bool: "Enum<'core::bool', unit, unit>",
  u256: "Struct<'core::integer::u256', u128, u128>",
  u512: "Struct<'core::integer::u512', u128, u128, u128, u128>",
  m31: 'BoundedInt<0, 2147483646>',
  u96: `BoundedInt<0, ${(1n << 96n) - 1n}>`,
  zero: 'BoundedInt<0, 0>',
  one: 'BoundedInt<1, 1>',
  u384: "Struct<'core::circuit::u384', u96, u96, u96, u96>",
  u32Guarantee: 'BoundedIntGuarantee<0, 4294967295>',
  felts: "Struct<'core::array::Span::<core::felt252>', @Array<felt252>>",
  u64s: "Struct<'core::array::Span::<core::integer::u64>', @Array<u64>>",
  u32x8: `Box<Struct<'Tuple'${', u32'.repeat(8)}>>`,
  u32x16: `Box<Struct<'Tuple'${', u32'.repeat(16)}>>`,
  u64x8: `Box<Struct<'Tuple'${', u64'.repeat(8)}>>`,
  u64x16: `Box<Struct<'Tuple'${', u64'.repeat(16)}>>`,
  guaranteesx16: `Box<Struct<'Tuple'${', u32Guarantee'.repeat(16)}>>`,
};

type TypeText =
  | { readonly kind: 'named'; readonly name: string; readonly args: readonly TypeText[] }
  | { readonly kind: 'snapshot'; readonly inner: TypeText }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'value'; readonly value: bigint };

interface OutputText {
  readonly type: TypeText;
  readonly at?: Placement;
}

interface SignatureText {
  readonly params: readonly TypeText[];
  readonly branches: readonly { readonly outputs: readonly OutputText[]; readonly keepsStack: boolean }[];
}

const TOKEN = /'[^']*'|->|-?\d+|\w+|[@<>,|+=$]/g;

/**
 * Reads a signature: `params -> outputs | outputs of the next branch`. A branch that begins with + keeps the stack;
 * an output followed by $k is the k-th new cell on the stack, by =k the same as parameter k; @T is a snapshot of T.
 */
function read(text: string): SignatureText {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const type = (): TypeText => {
    const token = tokens[at++] ?? '';
    if (token === '@') return { kind: 'snapshot', inner: type() };
    if (token.startsWith("'")) return { kind: 'user', name: token.slice(1, -1) };
    if (/^-?\d/.test(token)) return { kind: 'value', value: BigInt(token) };
    const alias = ALIASES[token];
    if (alias) return typeOf(alias);
    const args: TypeText[] = [];
    if (tokens[at] === '<') {
      do {
        at++;
        args.push(type());
      } while (tokens[at] === ',');
      at++;
    }
    return { kind: 'named', name: token, args };
  };
  const ends = (): boolean => at >= tokens.length || tokens[at] === '->' || tokens[at] === '|';
  const list = <T>(item: () => T): T[] => {
    const items: T[] = [];
    while (!ends()) {
      items.push(item());
      if (tokens[at] === ',') at++;
    }
    return items;
  };
  const output = (): OutputText => {
    const outputType = type();
    const mark = tokens[at];
    if (mark !== '$' && mark !== '=') return { type: outputType };
    at += 2;
    return { type: outputType, at: { kind: mark === '$' ? 'stack' : 'param', index: Number(tokens[at - 1]) } };
  };
  const params = list(type);
  const branches: { outputs: OutputText[]; keepsStack: boolean }[] = [];
  while (at < tokens.length) {
    at++;
    const keepsStack = tokens[at] === '+';
    if (keepsStack) at++;
    branches.push({ outputs: list(output), keepsStack });
  }
  return { params, branches };
}

const aliasTypes = new Map<string, TypeText>();
function typeOf(alias: string): TypeText {
  let found = aliasTypes.get(alias);
  if (!found) aliasTypes.set(alias, (found = read(alias).params[0]!));
  return found;
}

type Bindings = Readonly<Record<string, number>>;

function resolve(types: TypeTable, text: TypeText, bindings: Bindings): number {
  if (text.kind === 'snapshot') return types.snapshot(resolve(types, text.inner, bindings));
  if (text.kind !== 'named') throw notDeclared();
  const bound = bindings[text.name];
  if (bound !== undefined) return bound;
  return types.find(
    text.name,
    text.args.map((arg): GenericArg => {
      if (arg.kind === 'user') return { kind: 'userType', id: userType(arg.name) };
      if (arg.kind === 'value') return { kind: 'value', value: arg.value };
      return { kind: 'type', type: resolve(types, arg, bindings) };
    }),
  );
}

const readTexts = new Map<string, SignatureText>();

/** The signature that a text describes; `bindings` gives the types of its free names. */
export function signatureOf(context: Context, text: string, bindings: Bindings = {}): Signature {
  let form = readTexts.get(text);
  if (!form) readTexts.set(text, (form = read(text)));
  return {
    params: form.params.map((param) => resolve(context.types, param, bindings)),
    branches: form.branches.map(({ outputs, keepsStack }) => ({
      outputs: outputs.map(({ type, at }) => ({ type: resolve(context.types, type, bindings), ...(at && { at }) })),
      keepsStack,
      align: false,
    })),
    fallthrough: 0,
  };
}

/**
 * The signature of a libfunc without generic arguments or, if the text contains T, of a libfunc of one type T, which `check` may
 * refuse.
 */
export function rule(text: string, check?: (context: Context, type: number) => void): SignatureRule {
  if (!/\bT\b/.test(text))
    return (context, args) => {
      if (args.length) throw wrongCount();
      return signatureOf(context, text);
    };
  return (context, args) => {
    const type = singleType(args);
    check?.(context, type);
    return signatureOf(context, text, { T: type });
  };
}

/** The function with this id, which must exist. */
export function functionOf(context: Context, id: number): SierraFunction {
  const found = context.functions.get(id);
  if (!found) throw missingFunction();
  return found;
}

/** One branch that keeps the stack and falls through. */
export const straight = (params: readonly number[], outputs: readonly Output[], keepsStack = true): Signature => ({
  params,
  branches: [{ outputs, keepsStack, align: false }],
  fallthrough: 0,
});
