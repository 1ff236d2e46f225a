import type { NodeConfig } from '../chain/config.ts';
import type { Json } from '../json/json.ts';
import type { Context } from './context.ts';
import type { Decoder } from './decode/decoder.ts';
import { readInSlices } from './decode/unreadLists.ts';
import { type Dialect, type MethodGroup, splitMethodName } from './dialect.ts';
import type { NumberFields } from './journal/journalParams.ts';
import type { OriginRule } from './origin/originRule.ts';

/** What is true of a method, whatever its parameters. Everything that treats methods differently reads it here. */
interface MethodFacts<Name extends string, Group extends MethodGroup, P> {
  /** The one name inside the code, without a prefix. No two methods share one. */
  readonly name: Name;
  readonly group: Group;
  /** A sentence for the method reference. */
  readonly summary: string;
  /** A read leaves the chain as it is; a write may change it; a subscription needs a socket and is refused elsewhere and in a batch. */
  readonly kind: 'read' | 'write' | 'subscription';
  /** Of a write: whether something that existed may be gone afterwards, such as a block, or the class of a contract. */
  readonly takesBack?: boolean;
  /** How a fork asks its origin when the thing is not here; `none`: nothing can be there, or `run` asks. */
  readonly origin?: OriginRule<P> | 'none';
  /** `request`: a successful call enters the journal, and a load repeats it. `own`: the method records what it did itself. */
  readonly journal?: 'request' | 'own';
  /** Which parameters the journal writes as numbers of one form, because other sandboxes read no other. */
  readonly journalNumbers?: NumberFields;
  /**
   * Whether the default list of `--restrictive-mode` forbids the method: `default` if the configuration shows it there,
   * `hidden` if not, since other sandboxes have no such method.
   */
  readonly restricted?: 'default' | 'hidden';
  /** `estimate`: `starbox debug --estimate` takes its parameters, so that errors of tests can say how to debug a call that failed. */
  readonly debug?: 'estimate';
}

/** Parameters with these names may name something that only the origin of a fork has. */
type NameOfOriginThing = 'block_id' | 'block_hash' | 'block_number' | 'transaction_hash' | 'class_hash';

/** A method with such a parameter must say what it asks of an origin: forgetting it would make forks answer that nothing is there. */
type OriginFact<W> =
  Extract<W extends object ? keyof W : never, NameOfOriginThing> extends never
    ? unknown
    : { readonly origin: MethodFacts<string, MethodGroup, never>['origin'] };

/** A write must say whether it takes something back: the page would show what is gone. */
type WriteFact = { readonly kind: 'read' | 'subscription' } | { readonly kind: 'write'; readonly takesBack: boolean };

/** Everything about a method. */
interface Declaration<Name extends string, Group extends MethodGroup, P, W, R>
  extends MethodFacts<Name, Group, NoInfer<P>> {
  /** Reads the parameters; throws -32602. */
  readonly params: Decoder<P, W>;
  /** Looks at parameters before they are read, which for large ones takes a while: throws when they are larger than may be. */
  readonly check?: (params: Json, config: NodeConfig) => void;
  /** Gives the result as JSON, or a promise of it. */
  readonly run: (context: Context, params: P) => R;
}

/**
 * A method that can be called: its parameters are read first, then it runs. W is the type of the parameters on the wire. Their type
 * once they are read is known to the declaration alone.
 */
export interface Method<Name extends string = string, Group extends MethodGroup = MethodGroup, W = unknown, R = unknown>
  extends MethodFacts<Name, Group, never> {
  readonly params: Pick<Decoder<unknown, W>, 'shape' | 'encode' | 'wire'>;
  /** Checks the size of the parameters and reads them; throws -32602. */
  read(params: Json, config: NodeConfig): unknown;
  run(context: Context, params: unknown): R;
}

/** Methods by their names without prefix. */
export type Methods = ReadonlyMap<string, Method>;

/** The result of methods that have nothing to tell. */
export const EMPTY: { readonly [name: string]: never } = Object.freeze({});

/** Declares a method. The list of all is in methods/index.ts. */
export function method<const Name extends string, const Group extends MethodGroup, P, W, R>(
  declaration: Declaration<Name, Group, P, W, R> & OriginFact<W> & WriteFact,
): Method<Name, Group, W, R> {
  const { check, ...rest } = declaration;
  const { name, origin, params } = rest;
  if (origin && origin !== 'none' && origin.answers !== 'none' && !params.encode)
    throw new Error(`${name} asks an origin, so its parameters need encoders`);
  const read = (value: Json, config: NodeConfig): P | Promise<P> => {
    check?.(value, config);
    return readInSlices(() => params(value));
  };
  // What is read here goes to `run` as it is.
  return { ...rest, read } as unknown as Method<Name, Group, W, R>;
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

/** What `--restrictive-mode` forbids when no names are given, in the order the configuration shows. */
export function defaultRestricted(methods: Methods): readonly string[] {
  return restrictedAs(methods, 'default');
}

/** The methods that a list forbids. The default list also forbids those that the configuration does not show. */
export function forbiddenMethods(methods: Methods, list: readonly string[]): ReadonlySet<string> {
  const shown = defaultRestricted(methods);
  const isDefault = list.length === shown.length && list.every((name, i) => name === shown[i]);
  return new Set(isDefault ? [...list, ...restrictedAs(methods, 'hidden')] : list);
}

function restrictedAs(methods: Methods, rule: 'default' | 'hidden'): string[] {
  return [...methods.values()].filter(({ restricted }) => restricted === rule).map(({ name }) => name);
}
