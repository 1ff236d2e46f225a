import { ownMember } from '../../json/ownMember.ts';
import { namesByNumber } from '../explain/locations.ts';

/** The annotations under which the Cairo compiler writes the names of variables, and of members and variants. */
const VARIABLES = 'github.com/software-mansion-labs/cairo-debugger';
const TYPES = 'github.com/software-mansion-labs/cairo-debugger/user-types';

/** A type of the user: its name, and those of its members or variants. */
interface UserType {
  readonly name: string;
  readonly parts: readonly string[];
}

/** The names that debug information has for the parts of a Sierra program, by their numbers in it. */
export interface DebugNames {
  readonly functions: ReadonlyMap<number, string>;
  readonly types: ReadonlyMap<number, string>;
  readonly libfuncs: ReadonlyMap<number, string>;
  readonly userTypes: ReadonlyMap<number, UserType>;
  /** The Cairo names of a function's Sierra variables; undefined if the compiler did not write any. */
  variablesOf(functionId: number): ReadonlyMap<number, string> | undefined;
}

/**
 * Reads the names. `debugInfo` is `sierra_program_debug_info` of the class file, which may come from anywhere: what is not as the
 * compiler writes it is ignored.
 */
export function debugNames(debugInfo: unknown): DebugNames {
  const annotations = ownMember(debugInfo, 'annotations');
  const functionsInfo = ownMember(ownMember(annotations, VARIABLES), 'functions_info');
  const types = ownMember(annotations, TYPES);
  const functions = namesByNumber(ownMember(debugInfo, 'user_func_names'));
  const cache = new Map<number, ReadonlyMap<number, string> | undefined>();
  return {
    functions,
    types: namesByNumber(ownMember(debugInfo, 'type_names')),
    libfuncs: namesByNumber(ownMember(debugInfo, 'libfunc_names')),
    userTypes: new Map([
      ...userTypes(ownMember(types, 'structs'), 'members'),
      ...userTypes(ownMember(types, 'enums'), 'variants'),
    ]),
    variablesOf(functionId) {
      if (!cache.has(functionId)) {
        const info = ownMember(functionsInfo, String(functionId));
        const isClosure = functions.get(functionId)?.includes('{closure@') ?? false;
        cache.set(functionId, variableNames(info, isClosure));
      }
      return cache.get(functionId);
    },
  };
}

/**
 * The parameters of a closure have no names of their own: they come together as the tuple `args`. The compiler names what belongs to no
 * variable in it, such as the members of this tuple, after the variable that the closure is assigned to, as it does with its `self`.
 */
function variableNames(functionInfo: unknown, isClosure: boolean): ReadonlyMap<number, string> | undefined {
  const variables = ownMember(functionInfo, 'sierra_to_cairo_variable');
  if (!isRecord(variables)) return undefined;
  const parameters = isClosure ? ownMember(functionInfo, 'parameters') : undefined;
  const parameter = (name: string) =>
    isRecord(parameters) ? Object.keys(parameters).find((id) => ownMember(parameters[id], 'name') === name) : undefined;
  const self = parameter('self');
  const closure = self === undefined ? undefined : JSON.stringify(ownMember(variables, self));
  const names = new Map<number, string>();
  // The compiler gives the variables of code that it wrote the text that the code comes from.
  for (const [id, entry] of Object.entries(variables))
    if (Array.isArray(entry) && typeof entry[0] === 'string' && IDENTIFIER.test(entry[0]))
      if (closure === undefined || JSON.stringify(entry) !== closure) names.set(Number(id), entry[0]);
  const args = parameter('args');
  if (args !== undefined) names.set(Number(args), 'args');
  return names;
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

function userTypes(found: unknown, parts: 'members' | 'variants'): [number, UserType][] {
  if (!isRecord(found)) return [];
  return Object.entries(found).flatMap(([id, type]): [number, UserType][] => {
    const [name, list] = [ownMember(type, 'name'), ownMember(type, parts)];
    if (typeof name !== 'string' || !Array.isArray(list)) return [];
    return [[Number(id), { name, parts: list.map(String) }]];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
