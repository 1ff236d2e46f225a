import type { Json } from '../json/json.ts';
import type { Context } from './context.ts';
import type { Decoder } from './decode/decoder.ts';

/** A method that can be called: its parameters are read first, then it runs. */
export interface Method {
  readonly name: string;
  /** Reads the parameters; throws -32602. The result is the call, ready to run. */
  prepare(params: Json): (context: Context) => unknown;
}

/** Defines a method: its name without prefix, its parameters and what it does. The result is JSON, or a promise of it. */
export function method<P>(name: string, params: Decoder<P>, run: (context: Context, params: P) => unknown): Method {
  return {
    name,
    prepare(value) {
      const decoded = params(value);
      return (context) => run(context, decoded);
    },
  };
}
