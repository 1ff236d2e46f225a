import type { Program } from './program.ts';

/** Returns a function that recognises the result types of functions that may panic: a value, or a panic with its data. */
export function panicResults(program: Program): (type: number) => boolean {
  const known = new Map<number, boolean>();
  const types = new Map(program.types.map((type) => [type.id, type]));
  const parts = (id: number, generic: string): readonly number[] | undefined => {
    const type = types.get(id);
    return type?.generic === generic ? type.args.flatMap((arg) => (arg.kind === 'type' ? [arg.type] : [])) : undefined;
  };
  const isFeltArray = (id: number) => {
    const [element, ...rest] = parts(id, 'Array') ?? [];
    return element !== undefined && rest.length === 0 && types.get(element)?.generic === 'felt252';
  };
  // A pair of an empty struct and the data; in old programs only the data.
  const isPanic = (id: number) => {
    if (isFeltArray(id)) return true;
    const [mark, data, ...rest] = parts(id, 'Struct') ?? [];
    return data !== undefined && rest.length === 0 && parts(mark!, 'Struct')?.length === 0 && isFeltArray(data);
  };
  return (id) => {
    let is = known.get(id);
    if (is === undefined) {
      const variants = parts(id, 'Enum');
      known.set(id, (is = variants?.length === 2 && isPanic(variants[1]!)));
    }
    return is;
  };
}
