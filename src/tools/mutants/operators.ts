import { userType } from '../../sierra/types/userType.ts';
import type { Change } from './mutation.ts';
import type { MutableClass, MutableCode, OwnSite } from './ownSites.ts';

/** The functions of the core library that operators are, with their checked forms and those of `+=`. */
const operator = (name: string): RegExp =>
  new RegExp(`^core::.*::(?:(?:checked|overflowing|wrapping|saturating)_)?(?:${name})(?:_assign|_eq)?$`);
const [ADD, SUB, MUL, DIV] = [operator('add'), operator('sub'), operator('mul'), operator('div|rem|div_rem')];
const LOGIC = operator('bitand|bitor|bitxor|and|or|xor|not');

type Exchange = readonly [RegExp, Change, string];
const exchanged = (operators: RegExp, libfunc: string, text: string): Exchange => [
  operators,
  { what: 'use', libfunc },
  text,
];
const FIRST_FACTOR: Exchange = [MUL, { what: 'first' }, 'only the first factor is left'];
const QUOTIENT: Exchange = [DIV, { what: 'results' }, '/ and % changed places'];

/** Libfuncs of operators: the functions that they stand for, what takes their place, and how the change is told. */
const EXCHANGES: ReadonlyMap<string, Exchange> = new Map<string, Exchange>([
  ['felt252_add', exchanged(ADD, 'felt252_sub', '+ became -')],
  ['felt252_sub', exchanged(SUB, 'felt252_add', '- became +')],
  ['felt252_mul', exchanged(MUL, 'felt252_add', '* became +')],
  ['bool_and_impl', exchanged(LOGIC, 'bool_or_impl', 'and became or')],
  ['bool_or_impl', exchanged(LOGIC, 'bool_and_impl', 'or became and')],
  ['bool_xor_impl', exchanged(LOGIC, 'bool_or_impl', 'exclusive or became or')],
  ['bool_not_impl', [LOGIC, { what: 'same' }, '! was removed']],
  ['u128_guarantee_mul', FIRST_FACTOR],
  ['u256_safe_divmod', QUOTIENT],
  ...['8', '16', '32', '64', '128'].flatMap((bits): [string, Exchange][] => [
    [`u${bits}_overflowing_add`, exchanged(ADD, `u${bits}_overflowing_sub`, '+ became -')],
    [`u${bits}_overflowing_sub`, exchanged(SUB, `u${bits}_overflowing_add`, '- became +')],
    [`i${bits}_overflowing_add_impl`, exchanged(ADD, `i${bits}_overflowing_sub_impl`, '+ became -')],
    [`i${bits}_overflowing_sub_impl`, exchanged(SUB, `i${bits}_overflowing_add_impl`, '- became +')],
    [`u${bits}_safe_divmod`, QUOTIENT],
    [`u${bits}_wide_mul`, FIRST_FACTOR],
    [`i${bits}_wide_mul`, FIRST_FACTOR],
  ]),
]);

export const genericOf = ({ code }: MutableCode, { statement }: Pick<OwnSite, 'statement'>): string =>
  code.map.libfuncs[statement]!;

/** The function that was entered, without its generic arguments. */
export const functionOf = ({ entered = '' }: OwnSite): string =>
  entered.replace(/::<.*>(?=::\w+$)/, '').replace(/::<.*>$/, '');

const U256 = userType('core::integer::u256');
/** A function of the core library for a u256, which multiplies its halves. */
const OF_U256 = /u256|U256/;

/** Finds the change of an operator for each site; the outermost sites come first. */
export function operatorChanges(given: MutableClass): (site: OwnSite) => { change: Change; text: string } | undefined {
  const { code, program, registry } = given;
  /** The calls that multiply two u256, with all that they do. */
  const products = new Set<number>();
  const isU256 = (type: number | undefined): boolean => {
    const [name] = (type === undefined ? undefined : program.types[type]?.args) ?? [];
    return name?.kind === 'userType' && name.id === U256;
  };
  const isProduct = ({ statement }: OwnSite): boolean => {
    const params = registry.signatures[program.statements[statement]!.libfunc]?.params.slice(-2) ?? [];
    return params.length === 2 && params.every(isU256);
  };
  return (site) => {
    const { path, statement } = site;
    const name = functionOf(site);
    const generic = genericOf(given, site);
    const isCall = generic === 'function_call';
    const found = isCall ? FIRST_FACTOR : EXCHANGES.get(generic);
    if (!found?.[0].test(name) || path.some((call) => products.has(call))) return undefined;
    if (isCall && !isProduct(site)) return undefined;
    if (isCall) products.add(statement);
    else if (found[0] === MUL && generic === 'u128_guarantee_mul' && code.frames[statement]!.some(isOfU256))
      return undefined;
    return { change: found[1], text: found[2] };
  };
}

const isOfU256 = ({ functionName }: { readonly functionName: string | undefined }): boolean =>
  OF_U256.test(functionName ?? '');
