import { formatCell } from '../cells.ts';
import type { Cell } from '../machine.ts';
import type { ErrorMessage } from '../program.ts';
import { VmError } from '../vmError.ts';
import { type Expression, evaluate, type Frame, parseReference } from './reference.ts';

const NO_AP_TRACKING = { group: 0, offset: 0 };

const usesAp = (expression: Expression): boolean => {
  switch (expression.kind) {
    case 'ap':
      return true;
    case 'deref':
      return usesAp(expression.inner);
    case '+':
    case '-':
    case '*':
      return usesAp(expression.left) || usesAp(expression.right);
    default:
      return false;
  }
};

/** The value of a felt or felt pointer whose reference does not depend on ap, because ap has moved since. */
function simpleValue(reference: string, frame: Frame): Cell | undefined {
  const type = reference.slice(reference.lastIndexOf(',') + 1);
  try {
    const expression = parseReference(reference);
    return type.includes('felt') && !usesAp(expression)
      ? evaluate(frame, expression, NO_AP_TRACKING, NO_AP_TRACKING)
      : undefined;
  } catch (error) {
    if (error instanceof VmError) return undefined;
    throw error;
  }
}

/** The text of an error message with the values of its variables. */
export function fillErrorMessage({ text, variables }: ErrorMessage, frame: Frame): string {
  let filled = text;
  const unknown: string[] = [];
  for (const [name, reference] of variables ?? []) {
    if (!filled.includes(`{${name}}`)) continue;
    const value = simpleValue(reference, frame);
    if (value === undefined) unknown.push(`'${name}'`);
    else filled = filled.replaceAll(`{${name}}`, formatCell(value));
  }
  return unknown.length === 0
    ? filled
    : `${filled} (Cannot evaluate ap-based or complex references: [${unknown.join('')}])`;
}
