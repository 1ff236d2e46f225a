import type { DebugVariable } from './debugValue.ts';

const PATH = /^([A-Za-z_]\w*)((?:\.\w+|\[[^\]]+\])*)$/;
const PART = /\.(\w+)|\[([^\]]+)\]/g;
const CONDITION = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/;

/** Finds a variable by a path such as `order.amounts[2]`; undefined if there is none. */
export function findVariable(path: string, variables: readonly DebugVariable[]): DebugVariable | undefined {
  const match = PATH.exec(path.trim());
  if (!match) return undefined;
  let found = variables.find(({ name }) => name === match[1]);
  for (const [, member, index] of match[2]!.matchAll(PART)) {
    const name = member ?? index!.trim();
    found = found && memberOf(found, name);
  }
  return found && { ...view(found), name: path.trim() };
}

/** Spans, boxes and snapshots are transparent. */
function memberOf(variable: DebugVariable, name: string): DebugVariable | undefined {
  const { members } = variable;
  const found = members.find((member) => member.name === name);
  if (found) return found;
  const [only] = members;
  return members.length === 1 && only && (only.name === 'value' || only.name === 'snapshot')
    ? memberOf(only, name)
    : undefined;
}

/** Keeps the getters: a copy by `...` would compute the text and the members. */
const view = (variable: DebugVariable): DebugVariable => ({
  name: variable.name,
  type: variable.type,
  get text() {
    return variable.text;
  },
  get members() {
    return variable.members;
  },
});

/** What is wrong with a text that cannot be a condition, whatever the variables are; undefined if nothing is. */
export function conditionFault(condition: string): string | undefined {
  const match = CONDITION.exec(condition.trim());
  const parts = match ? [match[1]!, match[3]!] : [condition];
  if (parts.every((part) => isConstant(part.trim()) || PATH.test(part.trim()))) return undefined;
  return `'${condition}' is not a condition. Write a variable, or compare two values: total > 10, order.id == 3, isOpen.`;
}

/** Whether a condition such as `total > 10` holds. Throws an error with the reason if it cannot be evaluated. */
export function holds(condition: string, variables: readonly DebugVariable[]): boolean {
  const match = CONDITION.exec(condition.trim());
  if (!match) return textOf(condition, variables) !== 'false' && textOf(condition, variables) !== '0';
  const [left, right] = [textOf(match[1]!, variables), textOf(match[3]!, variables)];
  const [a, b] = [numberOf(left), numberOf(right)];
  const order = a !== undefined && b !== undefined ? (a < b ? -1 : a > b ? 1 : 0) : left === right ? 0 : undefined;
  switch (match[2]) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order === -1;
    case '>':
      return order === 1;
    case '<=':
      return order === -1 || order === 0;
    default:
      return order === 1 || order === 0;
  }
}

function textOf(text: string, variables: readonly DebugVariable[]): string {
  const trimmed = text.trim();
  if (isConstant(trimmed)) return trimmed;
  const found = findVariable(trimmed, variables);
  if (!found) throw new Error(`There is no variable ${trimmed} here.`);
  return found.text;
}

const isConstant = (text: string): boolean => numberOf(text) !== undefined || /^(?:true|false|"[^"]*")$/.test(text);

function numberOf(text: string): bigint | undefined {
  return /^(?:-?\d+|0x[0-9a-fA-F]+)$/.test(text) ? BigInt(text) : undefined;
}

/** A message with the values of the paths in braces: `i is {i}`. */
export const fillMessage = (message: string, variables: readonly DebugVariable[]): string =>
  message.replace(/\{([^}]+)\}/g, (whole, path: string) => findVariable(path, variables)?.text ?? whole);
