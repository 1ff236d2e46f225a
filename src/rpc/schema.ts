import type { Unwritten } from '../json/writtenJson.ts';
import type { Wire } from './decode/decoder.ts';
import type { MethodGroup } from './dialect.ts';
import type { all } from './methods/index.ts';

type Declared = (typeof all)[number];

/** The names of a method in both dialects. */
type FullName<Group extends MethodGroup, Name extends string> = Group extends 'chain'
  ? `starknet_${Name}` | `chain_${Name}`
  : `devnet_${Name}` | `sandbox_${Name}`;

/** Parameters as a client sends them, and the result as it gets it. */
interface Exchange<W, R> {
  readonly params: W;
  readonly result: Unwritten<Awaited<R>>;
}

type ExchangeOf<M> = M extends {
  readonly params: infer D;
  readonly run: (context: never, params: never) => infer R;
}
  ? Exchange<Wire<D>, R>
  : never;

/**
 * Every method of the API under its names in both dialects, with the type of its parameters and of its result. A client in this
 * process gets whole numbers above 2^53 - 1 as bigint, and so do the types: `number | bigint` is a number that may be that large.
 */
export type RpcSchema = {
  readonly [M in Declared as FullName<M['group'], M['name']>]: ExchangeOf<M>;
};

/** The name of a method, in either dialect. */
export type RpcMethod = keyof RpcSchema;

/** A name in the neutral dialect. The pattern in place of a list keeps these names out of what editors offer: each method once. */
export type RpcNeutralName = `chain_${string}` | `sandbox_${string}`;

/** The name of a method as clients of other nodes know it, which editors offer. */
export type RpcUsualMethod = Exclude<RpcMethod, RpcNeutralName>;

/** The parameters of a method, by name or as a list. */
export type RpcParams<M extends RpcMethod> = RpcSchema[M]['params'];

/** The result of a method. */
export type RpcResult<M extends RpcMethod> = RpcSchema[M]['result'];

/** The parameters as an argument, which may be left out where the method needs none. */
export type RpcArguments<M extends RpcMethod> =
  undefined extends RpcParams<M> ? [params?: RpcParams<M>] : [params: RpcParams<M>];
