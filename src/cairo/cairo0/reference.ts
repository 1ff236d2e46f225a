import { type Felt, reduce } from '../../felt/felt.ts';
import { addCells, isPointer, mulCells, shiftPointer, subCells } from '../cells.ts';
import type { Cell } from '../machine.ts';
import type { Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { ApTracking } from './cairo0Data.ts';

/** The memory and registers at some point of a run. */
export interface Frame {
  readonly ap: Pointer;
  readonly fp: Pointer;
  get(address: Pointer): Cell | undefined;
}

/** The expression of a reference, such as `[cast(fp + (-3), felt*)]`. Casts are dropped, since memory cells have no types. */
export type Expression =
  | { readonly kind: 'ap' | 'fp' }
  | { readonly kind: 'number'; readonly value: Felt }
  | { readonly kind: 'deref'; readonly inner: Expression }
  | { readonly kind: '+' | '-' | '*'; readonly left: Expression; readonly right: Expression };

const TOKEN = /\s*(cast\(|[a-z]+|\d+|[-+*()[\],])/y;

/** Parses a reference. */
export function parseReference(text: string): Expression {
  // The type in a cast may contain anything, so it is skipped by matching its brackets.
  let at = 0;
  const fail = (): never => {
    throw new VmError(`The reference ${text.slice(0, 200)} of a Cairo 0 hint cannot be read.`);
  };
  const next = (): string => {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) return '';
    at = TOKEN.lastIndex;
    return found[1]!;
  };
  const peek = (): string => {
    TOKEN.lastIndex = at;
    return TOKEN.exec(text)?.[1] ?? '';
  };
  const expect = (token: string): void => {
    if (next() !== token) fail();
  };
  const skipType = (): void => {
    for (let depth = 0; at < text.length; at++) {
      const char = text[at]!;
      if (char === '(') depth++;
      if (char === ')' && depth-- === 0) return;
    }
    fail();
  };
  const sum = (): Expression => {
    let left = product();
    for (let sign = peek(); sign === '+' || sign === '-'; sign = peek()) {
      next();
      left = { kind: sign, left, right: product() };
    }
    return left;
  };
  const product = (): Expression => {
    let left = factor();
    while (peek() === '*') {
      next();
      left = { kind: '*', left, right: factor() };
    }
    return left;
  };
  const factor = (): Expression => {
    const token = next();
    if (token === 'ap' || token === 'fp') return { kind: token };
    if (/^\d+$/.test(token)) return { kind: 'number', value: reduce(BigInt(token)) };
    if (token === '-') return { kind: '-', left: { kind: 'number', value: 0n as Felt }, right: factor() };
    if (token === '(' || token === '[' || token === 'cast(') {
      const inner = sum();
      if (token === 'cast(') {
        expect(',');
        skipType();
      }
      expect(token === '[' ? ']' : ')');
      return token === '[' ? { kind: 'deref', inner } : inner;
    }
    return fail();
  };
  const expression = sum();
  if (text.slice(at).trim() !== '') fail();
  return expression;
}

/** Evaluates an expression. Returns undefined if a cell is unknown, or the value of ap at the reference is. */
export function evaluate(
  host: Frame,
  expression: Expression,
  reference: ApTracking,
  hint: ApTracking,
): Cell | undefined {
  switch (expression.kind) {
    case 'fp':
      return host.fp;
    case 'ap':
      return reference.group === hint.group ? shiftPointer(host.ap, reference.offset - hint.offset) : undefined;
    case 'number':
      return expression.value;
    case 'deref': {
      const address = evaluate(host, expression.inner, reference, hint);
      return address !== undefined && isPointer(address) ? host.get(address) : undefined;
    }
    default: {
      const left = evaluate(host, expression.left, reference, hint);
      const right = evaluate(host, expression.right, reference, hint);
      if (left === undefined || right === undefined) return undefined;
      if (expression.kind === '+') return addCells(left, right);
      return expression.kind === '-' ? subCells(left, right) : mulCells(left, right);
    }
  }
}
