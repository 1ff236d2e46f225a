import type { NodeConfig } from '../chain/config.ts';
import type { Json } from '../json/json.ts';
import type { Context } from './context.ts';
import { type Dialect, type MethodGroup, splitMethodName } from './dialect.ts';
import type { NumberFields } from './journal/journalParams.ts';
import type { OriginRule } from './origin/forward.ts';

/** A call, ready to run. */
export type Run<R = unknown> = (context: Context) => R;

/** What is true of a method, whatever its parameters. Everything that treats methods differently reads it here. */
interface MethodFacts<Name extends string> {
  /** The one name inside the code, without a prefix. No two methods share one. */
  readonly name: Name;
  readonly group: MethodGroup;
  /** A read leaves the chain as it is; a write may change it; a subscription needs a socket and is refused elsewhere and in a batch. */
  readonly kind: 'read' | 'write' | 'subscription';
  /** How a fork asks its origin when the thing is not here. Absent: it does not. */
  readonly origin?: OriginRule;
  /** `request`: a successful call enters the journal, and a load repeats it. `own`: the method records what it did itself. */
  readonly journal?: 'request' | 'own';
  /** Which parameters the journal writes as numbers of one form, because other sandboxes read no other. */
  readonly journalNumbers?: NumberFields;
  /**
   * Whether the default list of `--restrictive-mode` forbids the method: `default` if the configuration shows it there,
   * `hidden` if not, since other sandboxes have no such method.
   */
  readonly restricted?: 'default' | 'hidden';
}

/** Everything about a method. */
interface Declaration<Name extends string, P, R> extends MethodFacts<Name> {
  /** Reads the parameters, long ones in slices; throws -32602. */
  readonly params: (value: Json) => P | Promise<P>;
  /** Looks at parameters before they are read, which for large ones takes a while: throws when they are larger than may be. */
  readonly check?: (params: Json, config: NodeConfig) => void;
  /** Gives the result as JSON, or a promise of it. */
  readonly run: (context: Context, params: P) => R;
}

/** A method that can be called: its parameters are read first, then it runs. */
export interface Method<Name extends string = string, R = unknown> extends MethodFacts<Name> {
  /** Reads the parameters, long ones in slices; throws -32602. */
  prepare(params: Json, config: NodeConfig): Run<R> | Promise<Run<R>>;
}

/** Methods by their names without prefix. */
export type Methods = ReadonlyMap<string, Method>;

/** Declares a method. The list of all is in methods/index.ts. */
export function method<const Name extends string, P, R>(declaration: Declaration<Name, P, R>): Method<Name, R> {
  const { params, check, run, ...facts } = declaration;
  return {
    ...facts,
    prepare(value, config) {
      check?.(value, config);
      const decoded = params(value);
      if (decoded instanceof Promise) return decoded.then((read) => (context) => run(context, read));
      return (context) => run(context, decoded);
    },
  };
}

/** The method that a client's text names, and the dialect it speaks; undefined when there is none. */
export function findMethod(
  methods: Methods,
  text: string,
): { readonly method: Method; readonly dialect: Dialect } | undefined {
  const parts = splitMethodName(text);
  const method = parts && methods.get(parts.name);
  return method?.group === parts?.group ? method && { method, dialect: parts!.dialect } : undefined;
}
