// Typed data (SNIP-12) as clients write it, and how it is read.
import { TypedDataError } from './typedDataError.ts';

/** A member of a type. `contains` names the leaves of a Merkle tree, or the enum. */
export interface TypedDataMember {
  readonly name: string;
  readonly type: string;
  readonly contains?: string | undefined;
}

/** A message for people to sign, with the types of its values. */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly TypedDataMember[]>>;
  readonly primaryType: string;
  readonly domain: Readonly<Record<string, unknown>>;
  readonly message: Readonly<Record<string, unknown>>;
}

/** How a revision of SNIP-12 calls the type of its domain. */
export const DOMAINS = { 0: 'StarkNetDomain', 1: 'StarknetDomain' } as const;
export type Revision = keyof typeof DOMAINS;

const MAX_TYPES = 100;
const MAX_MEMBERS = 100;
const MAX_NAME = 200;
/** The most characters of all types together: the text of each type, which is hashed, has all types in it. */
const MAX_TYPES_TEXT = 20_000;

/** Reads typed data that anybody may have written. Throws a TypedDataError. */
export function readTypedData(given: unknown): TypedData {
  const { types, primaryType, domain, message } = recordIn(given, 'typed data');
  const rows = Object.entries(recordIn(types, 'types'));
  if (rows.length > MAX_TYPES) throw new TypedDataError(`There are ${rows.length} types, more than ${MAX_TYPES}.`);
  // Without a prototype: `constructor` is no type.
  const read: Record<string, readonly TypedDataMember[]> = Object.create(null);
  let characters = 0;
  for (const [name, members] of rows) {
    read[nameIn(name, 'the name of a type')] = membersIn(members, name);
    characters += name.length;
    for (const member of read[name]!)
      characters += member.name.length + member.type.length + (member.contains?.length ?? 0);
  }
  if (characters > MAX_TYPES_TEXT)
    throw new TypedDataError(`The types have ${characters} characters, more than ${MAX_TYPES_TEXT}.`);
  return {
    types: read,
    primaryType: nameIn(primaryType, 'primaryType'),
    domain: recordIn(domain, 'domain'),
    message: recordIn(message, 'message'),
  };
}

/** The revision of typed data: what its domain says, and which type the domain has. */
export function revisionOf({ types, domain }: TypedData): Revision {
  const said = String(domain['revision'] ?? '0');
  if (said === '1' && DOMAINS[1] in types) return 1;
  if (said === '0' && DOMAINS[0] in types) return 0;
  throw new TypedDataError(
    `The domain has the revision ${said.slice(0, 20)}, but there is no type for it: revision 1 needs StarknetDomain among the types, revision 0 needs StarkNetDomain.`,
  );
}

function membersIn(given: unknown, type: string): readonly TypedDataMember[] {
  if (!Array.isArray(given) || given.length > MAX_MEMBERS)
    throw new TypedDataError(`types.${type.slice(0, MAX_NAME)} must be a list of at most ${MAX_MEMBERS} members.`);
  return given.map((member) => {
    const { name, type: text, contains } = recordIn(member, `a member of ${type}`);
    return {
      name: nameIn(name, `the name of a member of ${type}`),
      type: nameIn(text, `the type of a member of ${type}`),
      ...(contains !== undefined && { contains: nameIn(contains, `contains of a member of ${type}`) }),
    };
  });
}

function nameIn(given: unknown, what: string): string {
  if (typeof given !== 'string' || given === '' || given.length > MAX_NAME)
    throw new TypedDataError(`${what} must be a text of 1 to ${MAX_NAME} characters.`);
  return given;
}

function recordIn(given: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypedDataError(`${what} must be an object.`);
  return given as Readonly<Record<string, unknown>>;
}
