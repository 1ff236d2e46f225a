import { ownMember } from '../../json/ownMember.ts';
import { namesByNumber } from '../explain/locations.ts';

/** The annotations under which the Cairo compiler writes the names of variables, and of members and variants. */
const VARIABLES = 'github.com/software-mansion-labs/cairo-debugger';
const TYPES = 'github.com/software-mansion-labs/cairo-debugger/user-types';

/** A type of the user: its name, and those of its members or variants. */
export interface UserType {
  readonly name: string;
  readonly parts: readonly string[];
}

/** Names by the number of the Sierra variable. A parameter and a variable that starts as its copy are one Sierra variable. */
type VariableNames = ReadonlyMap<number, readonly string[]>;

/** The names that debug information has for the parts of a Sierra program, by their numbers in it. */
export interface DebugNames {
  readonly functions: ReadonlyMap<number, string>;
  readonly types: ReadonlyMap<number, string>;
  readonly libfuncs: ReadonlyMap<number, string>;
  readonly userTypes: ReadonlyMap<number, UserType>;
  /** The Cairo names of a function's Sierra variables; undefined if the compiler did not write any. */
  variablesOf(functionId: number): VariableNames | undefined;
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
  const cache = new Map<number, VariableNames | undefined>();
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
        cache.set(functionId, variableNames(info, functions.get(functionId) ?? ''));
      }
      return cache.get(functionId);
    },
  };
}

/** Whether a function, by its name, is a loop: the compiler makes a function that calls itself of each. */
export const isLoopName = (functionName: string): boolean => /\[(?:\d+-\d+|expr\d+)\]$/.test(functionName);

function variableNames(functionInfo: unknown, functionName: string): VariableNames | undefined {
  const variables = ownMember(functionInfo, 'sierra_to_cairo_variable');
  if (!isRecord(variables)) return undefined;
  // Newer compilers write them (cairo-annotations 1.0).
  const parameters = ownMember(functionInfo, 'parameters');
  if (!isRecord(parameters)) return namesOf(variables);
  if (functionName.includes('{closure@')) return namesInClosure(variables, parameters);
  // A loop has the parameters of the function around it here, which are not its own.
  return isLoopName(functionName) ? namesOf(variables) : withParameters(variables, parameters);
}

/** The compiler gives the variables of code that it wrote the text that the code comes from. */
function namesOf(variables: Record<string, unknown>): Map<number, readonly string[]> {
  const names = new Map<number, readonly string[]>();
  for (const [id, entry] of Object.entries(variables))
    if (Array.isArray(entry) && isIdentifier(entry[0])) names.set(Number(id), [entry[0]]);
  return names;
}

/** The name of a variable where the parameter itself is written stands for code that the compiler wrote, such as that of a derived trait. */
function withParameters(variables: Record<string, unknown>, parameters: Record<string, unknown>): VariableNames {
  const names = namesOf(variables);
  for (const [id, parameter] of Object.entries(parameters)) {
    const name = ownMember(parameter, 'name');
    if (!isIdentifier(name)) continue;
    const variable = ownMember(variables, id);
    const isElsewhere = Array.isArray(variable) && !isEqual(variable[1], ownMember(parameter, 'span'));
    const others = isElsewhere ? (names.get(Number(id)) ?? []).filter((other) => other !== name) : [];
    names.set(Number(id), [name, ...others]);
  }
  return names;
}

/**
 * The parameters of a closure have no names of their own: they come together as the tuple `args`. The compiler names what belongs to no
 * variable in it, such as the members of this tuple, after the variable that the closure is assigned to, as it does with its `self`.
 */
function namesInClosure(variables: Record<string, unknown>, parameters: Record<string, unknown>): VariableNames {
  const parameter = (name: string) => Object.keys(parameters).find((id) => ownMember(parameters[id], 'name') === name);
  const [self, args] = [parameter('self'), parameter('args')];
  const closure = self === undefined ? undefined : ownMember(variables, self);
  const isOwn = ([, entry]: [string, unknown]) => closure === undefined || !isEqual(entry, closure);
  const names = namesOf(Object.fromEntries(Object.entries(variables).filter(isOwn)));
  if (args !== undefined) names.set(Number(args), ['args']);
  return names;
}

/** Whether two values of debug information are the same. */
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isIdentifier = (name: unknown): name is string => typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name);

function userTypes(found: unknown, parts: 'members' | 'variants'): [number, UserType][] {
  if (!isRecord(found)) return [];
  return Object.entries(found).flatMap(([id, type]): [number, UserType][] => {
    const [name, list] = [ownMember(type, 'name'), ownMember(type, parts)];
    if (typeof name !== 'string' || !Array.isArray(list)) return [];
    return [[Number(id), { name, parts: list.map(String) }]];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
