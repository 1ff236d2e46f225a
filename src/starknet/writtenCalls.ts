import { showNames } from '../library/sending/calls.ts';
import { type Methods, replace } from './methods.ts';

/** Lets errors of a sandbox show the names of the functions that these methods are given. */
export function showWrittenNames(target: object, methods: readonly string[]): void {
  for (const name of methods)
    replace(target as Methods, name, (original) => (...args) => {
      showNames(args[0]);
      return original(...args);
    });
}
