import { DOMAINS, type Revision, type TypedData, type TypedDataMember } from './typedData.ts';
import { TypedDataError } from './typedDataError.ts';

/** The members of types by their names. */
export type Types = TypedData['types'];

/** Types that revision 1 knows without a definition. */
const PRESETS: Types = {
  u256: [
    { name: 'low', type: 'u128' },
    { name: 'high', type: 'u128' },
  ],
  TokenAmount: [
    { name: 'token_address', type: 'ContractAddress' },
    { name: 'amount', type: 'u256' },
  ],
  NftId: [
    { name: 'collection_address', type: 'ContractAddress' },
    { name: 'token_id', type: 'u256' },
  ],
};

/** Names that have a meaning of their own and cannot be defined. */
const BASIC: ReadonlySet<string> = new Set(['felt', 'bool', 'string', 'selector', 'merkletree']);

/** The types of typed data with those that the revision adds. */
export function typesOf({ types }: TypedData, revision: Revision): Types {
  for (const name of Object.keys(types))
    if (BASIC.has(name) || /^\(|\*$/.test(name)) throw new TypedDataError(`The type ${name} cannot be defined.`);
  return revision === 1 ? Object.assign(Object.create(null), PRESETS, types) : types;
}

/** The types of the values of an enum's variant: `(felt,Point)` has two, `()` has none. */
export const variantTypes = (type: string): readonly string[] =>
  type
    .slice(1, -1)
    .split(',')
    .filter((part) => part !== '');

/** The text of a type and of all types in it, whose hash is part of the hash of each value. */
export function typeText(types: Types, name: string, revision: Revision): string {
  const inner = [...reached(types, name, revision)].filter((other) => other !== name).sort();
  const quoted = (text: string) => (revision === 1 ? `"${text}"` : text);
  const typeOf = ({ type, contains }: TypedDataMember) => {
    if (revision === 1 && type === 'enum') return quoted(contains ?? '');
    return revision === 1 && type.startsWith('(') ? `(${variantTypes(type).map(quoted).join(',')})` : quoted(type);
  };
  return [name, ...inner]
    .map((one) => {
      const members = types[one]!.map((member) => `${quoted(member.name)}:${typeOf(member)}`);
      return `${quoted(one)}(${members.join(',')})`;
    })
    .join('');
}

/** A type and the defined types in it. */
function reached(types: Types, name: string, revision: Revision, seen = new Set<string>()): Set<string> {
  if (!types[name] || seen.has(name)) return seen;
  seen.add(name);
  for (const member of types[name])
    for (const inner of namedBy(member, revision)) reached(types, inner.replace(/\*$/, ''), revision, seen);
  return seen;
}

function namedBy({ type, contains }: TypedDataMember, revision: Revision): readonly string[] {
  if (revision === 1 && type === 'enum') return contains === undefined ? [] : [contains];
  return revision === 1 && type.startsWith('(') ? variantTypes(type) : [type];
}

/** The name of the type of the domain. */
export const domainType = (revision: Revision): string => DOMAINS[revision];
