import type { FoundMutant } from '../../src/tools/mutants/findMutants.ts';

const ZERO = 'core::num::traits::Zero::zero()';
/** Storage variables of the two contracts that are no numbers. */
const BOOLEANS = /^self\.(?:open|paused)\./;

/** Where the expression of a mutant begins and ends in its source; of a function with another result, the expression that gives it. */
export function spanOffsets(source: string, { kind, span, functionName }: FoundMutant): [number, number] | undefined {
  if (!span) return undefined;
  if (kind === 'return') return resultOffsets(source, functionName);
  const lines = source.split('\n');
  const offsetOf = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
  return [offsetOf(span.line, span.column), offsetOf(span.endLine, span.endColumn)];
}

/** The last expression of a function, if it has no block and no other expression gives a result. */
function resultOffsets(source: string, functionName = ''): [number, number] | undefined {
  const name = functionName.split('::').at(-1)!;
  const start = new RegExp(`fn ${name}\\([^;{]*\\{`).exec(source);
  if (!start) return undefined;
  const begin = start.index + start[0].length;
  let [at, depth, last] = [begin, 1, begin];
  for (; depth > 0; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}') depth--;
    if (depth === 1 && (source[at] === ';' || source[at] === '}')) last = at + 1;
  }
  const result = source.slice(last, at - 1);
  if (/\breturn\b|\?/.test(source.slice(begin, at)) || result.trim() === '') return undefined;
  return [last + result.length - result.trimStart().length, last + result.trimEnd().length];
}

/** The expression with the change that a mutant stands for; undefined if there is no rule for such a change of a text. */
export function editedExpression(given: string, { kind, text }: FoundMutant, source: string): string | undefined {
  switch (kind) {
    case 'check':
      return text.includes('underflow') ? wrapping(given) : accepted(given);
    case 'condition':
      if (text.endsWith('always true')) return `(true || (${given}))`;
      return text.endsWith('always false') ? `(false && (${given}))` : undefined;
    case 'comparison':
      return exchanged(given, /<=|>=|<|>/, { '<=': '<', '>=': '>', '<': '<=', '>': '>=' });
    case 'operator':
      return otherOperator(given, text);
    case 'constant': {
      const [, before, after] = /^(-?\d+) became (-?\d+)$/.exec(text) ?? [];
      return before === undefined ? undefined : otherNumber(given, before, after!, source);
    }
    case 'write': {
      const args = /^self\.\w+\.write\(([\s\S]*)\)$/.exec(given)?.[1];
      return args === undefined ? undefined : `{ let _ = (${args}); }`;
    }
    case 'read': {
      const [read] = /^self\.\w+\.read\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/.exec(given) ?? [];
      return read === undefined ? undefined : (BOOLEANS.test(read) ? 'false' : ZERO) + given.slice(read.length);
    }
    case 'event': {
      const event = /^self\.emit\(([\s\S]*)\)$/.exec(given)?.[1];
      return event === undefined ? undefined : `{ let _ = ${event}; }`;
    }
    case 'message': {
      const [, to, payload] = /^send_message_to_l1_syscall\((\w+), (.*)\)$/.exec(given) ?? [];
      return to === undefined ? undefined : `{ let _: (felt252, Span<felt252>) = (${to}, ${payload}); Result::Ok(()) }`;
    }
    case 'upgrade': {
      const hash = /^replace_class_syscall\((.*)\)$/.exec(given)?.[1];
      return hash === undefined ? undefined : `{ let _ = ${hash}; Result::Ok(()) }`;
    }
    case 'return':
      if (text.endsWith('negated')) return `!(${given})`;
      return `{ let _ = ${given}; ${text.endsWith('None') ? 'Option::None' : ZERO} }`;
    case 'value':
      return given === 'true' ? 'false' : given === 'false' ? 'true' : undefined;
    default:
      return undefined;
  }
}

/** A condition that is always fulfilled, alone or in `assert`. */
function accepted(given: string): string | undefined {
  const [, condition, message] = /^assert\(([\s\S]*), ('[^']*')\)$/.exec(given) ?? [];
  return condition === undefined ? `(true || (${given}))` : `assert(true || (${condition}), ${message})`;
}

/** A number, or the name of a constant, that stands once in an expression becomes another number. */
function otherNumber(given: string, before: string, after: string, source: string): string | undefined {
  const constants = [...source.matchAll(/const (\w+): \w+ = (-?[\d_]+);/g)];
  const plain = (digits: string) => digits.replaceAll('_', '');
  const names = constants.flatMap(([, name, value]) => (plain(value!) === before ? [name!] : []));
  const found = [...given.matchAll(/(?<![\w.'])(?:-?\d[\d_]*|[A-Z][A-Z\d_]*)(?![\w(])/g)].filter(
    ([word]) => names.includes(word) || plain(word) === before,
  );
  const [one] = found;
  return one && found.length === 1
    ? given.slice(0, one.index) + after + given.slice(one.index + one[0].length)
    : undefined;
}

const wrapping = (given: string): string | undefined => {
  const parts = splitLast(given, ' - ');
  return parts && `core::num::traits::WrappingSub::wrapping_sub(${parts.join(', ')})`;
};

function otherOperator(given: string, text: string): string | undefined {
  if (text === '! was removed') return given.startsWith('!') ? given.slice(1) : undefined;
  if (text.startsWith('/ and %')) {
    const isDivision = splitLast(given, ' / ') !== undefined;
    return (isDivision ? splitLast(given, ' / ') : splitLast(given, ' % '))?.join(isDivision ? ' % ' : ' / ');
  }
  if (text.startsWith('only the first')) {
    const parts = splitLast(given, ' * ');
    return parts && `{ let _ = ${parts[1]}; ${parts[0]} }`;
  }
  const [, before, after] = /^(.) became (.)$/.exec(text) ?? [];
  if (before === undefined) return undefined;
  const assigned = splitLast(given, ` ${before}= `);
  return assigned ? assigned.join(` ${after}= `) : splitLast(given, ` ${before} `)?.join(` ${after} `);
}

/** The parts before and behind the last occurrence of an operator that stands in no parentheses. */
function splitLast(given: string, operator: string): [string, string] | undefined {
  for (let at = given.lastIndexOf(operator); at >= 0; at = at === 0 ? -1 : given.lastIndexOf(operator, at - 1)) {
    const behind = given.slice(at + operator.length);
    if (depthOf(behind) === 0) return [given.slice(0, at), behind];
  }
  return undefined;
}

const depthOf = (text: string): number => text.split('(').length - text.split(')').length;

function exchanged(given: string, pattern: RegExp, others: Readonly<Record<string, string>>): string | undefined {
  const found = pattern.exec(given);
  return found
    ? given.slice(0, found.index) + others[found[0]]! + given.slice(found.index + found[0].length)
    : undefined;
}
