import type { NodeConfig } from '../chain/config.ts';
import type { Json } from '../json/json.ts';
import type { Context } from './context.ts';

/** A call, ready to run. */
export type Run = (context: Context) => unknown;

/** A method that can be called: its parameters are read first, then it runs. */
export interface Method {
  readonly name: string;
  /** Reads the parameters, long ones in slices; throws -32602. */
  prepare(params: Json, config: NodeConfig): Run | Promise<Run>;
}

export interface MethodOptions {
  /** Looks at parameters before they are read, which for large ones takes a while: throws when they are larger than may be. */
  readonly check?: (params: Json, config: NodeConfig) => void;
}

/** Defines a method: its name without prefix, its parameters and what it does. The result is JSON, or a promise of it. */
export function method<P>(
  name: string,
  params: (value: Json) => P | Promise<P>,
  run: (context: Context, params: P) => unknown,
  { check }: MethodOptions = {},
): Method {
  return {
    name,
    prepare(value, config) {
      check?.(value, config);
      const decoded = params(value);
      if (decoded instanceof Promise) return decoded.then((read) => (context) => run(context, read));
      return (context) => run(context, decoded);
    },
  };
}
