import type { GenericArg } from '../program.ts';
import { SierraError } from '../sierraError.ts';

const wrong = (): SierraError => new SierraError('registry', 'Provided generic argument is unsupported');

/** The type that argument `index` names. */
export function typeArg(args: readonly GenericArg[], index: number): number {
  const arg = args[index];
  if (arg?.kind !== 'type') throw wrong();
  return arg.type;
}

export function valueArg(args: readonly GenericArg[], index: number): bigint {
  const arg = args[index];
  if (arg?.kind !== 'value') throw wrong();
  return arg.value;
}

/** A small number, such as the position of a variant. */
export function indexArg(args: readonly GenericArg[], index: number): number {
  const value = valueArg(args, index);
  if (value < 0n || value > 0x7fffffffn) throw wrong();
  return Number(value);
}

export function functionArg(args: readonly GenericArg[], index: number): number {
  const arg = args[index];
  if (arg?.kind !== 'function') throw wrong();
  return arg.function;
}

/** The types named from argument `start` on: members of a struct, variants of an enum. */
export function typeArgs(args: readonly GenericArg[], start: number): number[] {
  const types: number[] = [];
  for (let i = start; i < args.length; i++) types.push(typeArg(args, i));
  return types;
}
