import type { DebugVariable } from './debugValue.ts';
import { MAX_ELEMENTS } from './maxElements.ts';

/** A variable without a name is called after its Sierra variable: `[11]`. */
const PATH = /^([A-Za-z_]\w*|\[\d+\])((?:\.\w+|\[[^\]]+\])*)$/;
const PART = /\.(\w+)|\[([^\]]+)\]/g;
const CONDITION = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/;

/** An expression that has no value here. The message says why. */
export class EvaluationError extends Error {}

/**
 * The value of an expression: of a path such as `order.amounts[2]`, or of a comparison such as `total > 10`, which is a bool. Throws an
 * EvaluationError.
 */
export function evaluate(expression: string, variables: readonly DebugVariable[]): DebugVariable {
  const text = expression.trim();
  if (PATH.test(text)) return variableAt(text, variables);
  const fault = conditionFault(text, 'an expression');
  if (fault !== undefined) throw new EvaluationError(fault);
  return { name: text, type: 'core::bool', text: `${holds(text, variables)}`, members: [] };
}

/** Finds a variable by a path such as `order.amounts[2]`; undefined if there is none. */
export function findVariable(path: string, variables: readonly DebugVariable[]): DebugVariable | undefined {
  try {
    return variableAt(path, variables);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

function variableAt(path: string, variables: readonly DebugVariable[]): DebugVariable {
  const whole = path.trim();
  const [, name, parts = ''] = PATH.exec(whole) ?? [];
  let found = variables.find((variable) => variable.name === name);
  if (!found) throw new EvaluationError(`There is no variable ${name ?? whole} here.`);
  let at = name!;
  for (const [part, member, index] of parts.matchAll(PART)) {
    const step = member ?? indexOf(index!.trim(), variables);
    const inner = memberOf(found, step);
    if (!inner) throw new EvaluationError(missingMember(at, part, step, found));
    found = inner;
    at += part;
  }
  return { ...view(found), name: whole };
}

/** The index in brackets: a number, the key of a dictionary, or a variable with one of them. */
function indexOf(text: string, variables: readonly DebugVariable[]): string {
  const number = numberOf(text);
  if (number !== undefined) return text.startsWith('0x') ? text : `${number}`;
  return findVariable(text, variables)?.text ?? text;
}

/** Spans, boxes and snapshots are transparent. */
function memberOf(variable: DebugVariable, name: string): DebugVariable | undefined {
  const { members } = variable;
  const found = members.find((member) => member.name === name);
  if (found) return found;
  const only = contentOf(variable);
  return only && memberOf(only, name);
}

const contentOf = ({ members }: DebugVariable): DebugVariable | undefined =>
  members.length === 1 && (members[0]!.name === 'value' || members[0]!.name === 'snapshot') ? members[0] : undefined;

const LIST = /^@*(?:core::array::)?(?:Array|Span)\b/;
const MAX_LISTED = 20;

function missingMember(path: string, part: string, name: string, variable: DebugVariable): string {
  let shown = variable;
  for (let inner = contentOf(shown); inner; inner = contentOf(shown)) shown = inner;
  const { members } = shown;
  const count = members.length;
  if (LIST.test(variable.type) || LIST.test(shown.type)) {
    if (!/^\d+$/.test(name)) return `${path} is a list: write an index such as ${path}[0] instead of ${part}.`;
    if (count >= MAX_ELEMENTS)
      return `Of the elements of ${path} only the first ${MAX_ELEMENTS} can be shown, not ${name}.`;
    return `${path} has ${count === 1 ? 'one element' : `${count} elements`}, so there is no index ${name}.`;
  }
  if (count === 0) return `${path} has no members, so there is no ${path}${part}.`;
  const names = members.slice(0, MAX_LISTED).map((member) => member.name);
  const rest = count > MAX_LISTED ? ', …' : '';
  return `${path} has no member ${name}. Its members are ${names.join(', ')}${rest}.`;
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
export function conditionFault(condition: string, what = 'a condition'): string | undefined {
  const match = CONDITION.exec(condition.trim());
  const parts = match ? [match[1]!, match[3]!] : [condition];
  if (parts.every((part) => isConstant(part.trim()) || PATH.test(part.trim()))) return undefined;
  return `'${condition}' is not ${what}. Write a variable, or compare two values: total > 10, order.id == 3, isOpen.`;
}

/** Whether a condition such as `total > 10` holds. Throws an EvaluationError if it cannot be evaluated. */
export function holds(condition: string, variables: readonly DebugVariable[]): boolean {
  const match = CONDITION.exec(condition.trim());
  if (!match) return textOf(condition, variables) !== 'false' && textOf(condition, variables) !== '0';
  const [left, right] = [textOf(match[1]!, variables), textOf(match[3]!, variables)];
  const [a, b] = [numberOf(left), numberOf(right)];
  const order = a !== undefined && b !== undefined ? (a < b ? -1 : a > b ? 1 : 0) : left === right ? 0 : undefined;
  const operator = match[2];
  if (operator === '==') return order === 0;
  if (operator === '!=') return order !== 0;
  if (order === undefined)
    throw new EvaluationError(`${match[1]} ${operator} ${match[3]} compares what are not both numbers.`);
  switch (operator) {
    case '<':
      return order === -1;
    case '>':
      return order === 1;
    case '<=':
      return order <= 0;
    default:
      return order >= 0;
  }
}

function textOf(text: string, variables: readonly DebugVariable[]): string {
  const trimmed = text.trim();
  return isConstant(trimmed) ? trimmed : variableAt(trimmed, variables).text;
}

const isConstant = (text: string): boolean => numberOf(text) !== undefined || /^(?:true|false|"[^"]*")$/.test(text);

function numberOf(text: string): bigint | undefined {
  return /^(?:-?\d+|0x[0-9a-fA-F]+)$/.test(text) ? BigInt(text) : undefined;
}

/** A message with the values of the expressions in braces: `i is {i}, {i > 3}`. */
export const fillMessage = (message: string, variables: readonly DebugVariable[]): string =>
  message.replace(/\{([^}]+)\}/g, (whole, expression: string) => {
    try {
      return evaluate(expression, variables).text;
    } catch (error) {
      if (error instanceof EvaluationError) return whole;
      throw error;
    }
  });
