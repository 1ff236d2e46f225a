/** Which arrivals at a breakpoint stop: the nth, those behind it, or every nth. */
export interface HitCondition {
  readonly operator: '==' | '>=' | '>' | '<=' | '<' | '%';
  readonly count: number;
}

const FORM = /^\s*(==?|>=|>|<=|<|%)?\s*(\d{1,9})\s*$/;
/** The forms that are understood, for messages. */
export const HIT_FORMS = '3, >= 3, > 3, <= 3, < 3 or % 3';

/** Reads `3`, `>= 3` or `% 3`; undefined for other texts. */
export function readHitCondition(text: string): HitCondition | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const operator = (match[1] === '=' ? '==' : (match[1] ?? '==')) as HitCondition['operator'];
  const count = Number(match[2]);
  return operator === '%' && count === 0 ? undefined : { operator, count };
}

/** Whether the nth arrival stops; the first is 1. */
export function hitStops({ operator, count }: HitCondition, nth: number): boolean {
  switch (operator) {
    case '==':
      return nth === count;
    case '>=':
      return nth >= count;
    case '>':
      return nth > count;
    case '<=':
      return nth <= count;
    case '<':
      return nth < count;
    case '%':
      return nth % count === 0;
  }
}
