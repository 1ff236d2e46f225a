import { writtenSelector } from '../execution/explain/writtenNames.ts';
import { type Methods, replace } from './methods.ts';

/** Lets errors of a sandbox show the names of the functions that these methods are given, which are sent as selectors only. */
export function showWrittenNames(target: object, methods: readonly string[]): void {
  for (const name of methods)
    replace(target as Methods, name, (original) => (...args) => {
      for (const call of [args[0]].flat()) {
        const { entrypoint } = (call ?? {}) as { readonly entrypoint?: unknown };
        if (typeof entrypoint === 'string') writtenSelector(entrypoint);
      }
      return original(...args);
    });
}
