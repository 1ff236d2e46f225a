import type { GenericArg } from '../program.ts';

/** Thrown for generic arguments that a type or libfunc does not accept; the messages are the reference compiler's. */
export class SpecializationError extends Error {
  override readonly name = 'SpecializationError';
}

export const unknownExtension = (id: string): SpecializationError =>
  new SpecializationError(`Could not find the requested extension: ${id}`);
export const wrongCount = (): SpecializationError =>
  new SpecializationError('Expected a different number of generic arguments');
export const unsupported = (): SpecializationError =>
  new SpecializationError('Provided generic argument is unsupported');
export const outOfRange = (): SpecializationError => new SpecializationError('index is out of the relevant range');
export const missingFunction = (): SpecializationError =>
  new SpecializationError('Could not find the requested function');
export const notDeclared = (): SpecializationError =>
  new SpecializationError('Generic type was not specialized with such arguments');
export const missingInfo = (): SpecializationError =>
  new SpecializationError('Missing type info for the requested type');

/** Refuses the arguments unless the condition holds. */
export function demand(condition: boolean): asserts condition {
  if (!condition) throw unsupported();
}

type Kind = GenericArg['kind'];
type ArgOf<K extends Kind> = Extract<GenericArg, { kind: K }>;

/** Checks that the arguments have exactly the given kinds. */
export function argsOf<K extends readonly Kind[]>(
  args: readonly GenericArg[],
  ...kinds: K
): { [I in keyof K]: ArgOf<K[I]> } {
  if (args.length !== kinds.length) throw wrongCount();
  for (let i = 0; i < kinds.length; i++) demand(args[i]!.kind === kinds[i]);
  return args as unknown as { [I in keyof K]: ArgOf<K[I]> };
}

/** Checks that the arguments are a single type. */
export function singleType(args: readonly GenericArg[]): number {
  return argsOf(args, 'type')[0].type;
}

/** Checks that the arguments are a single number. */
export function singleValue(args: readonly GenericArg[]): bigint {
  return argsOf(args, 'value')[0].value;
}
