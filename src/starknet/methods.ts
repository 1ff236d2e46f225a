type Method = (...args: unknown[]) => unknown;

/** An object of starknet.js as a table of methods, some of which a version may lack. */
export type Methods = Record<string, Method | undefined>;

/** Gives defaults to the options that a method takes at a position. */
export function withDefaults(target: object, name: string, position: number, defaults: object): void {
  replace(target as Methods, name, (original) => (...args) => {
    args[position] = { ...defaults, ...(args[position] as object | undefined) };
    return original(...args);
  });
}

/** Replaces a method of one object; versions of starknet.js that lack it stay as they are. */
export function replace(target: Methods, name: string, make: (original: Method) => Method): void {
  const original = target[name];
  if (original) target[name] = make(original.bind(target));
}
