import type { RpcParams, RpcUsualMethod } from '../../src/rpc/schema.ts';
import type { Story } from './story.ts';

/** Parameters, or what makes them from what happened on the chain. */
type Given<M extends RpcUsualMethod> = RpcParams<M> | ((story: Story) => RpcParams<M> | Promise<RpcParams<M>>);

/** A request that the reference shows with its answer. */
export interface Example<M extends RpcUsualMethod> {
  /** Has a chain that no other example used: all clones of a chain count together what runs. */
  readonly alone?: true;
  /** What happens before it, and is not shown. */
  readonly before?: (story: Story) => Promise<unknown>;
  /** Left out where the method takes none, and where every call of it fails. */
  readonly params?: Given<M>;
  /** Members of the result that depend on more than the chain, such as the version of Node.js. They are shown as `…`. */
  readonly varies?: readonly string[];
  /** Of a subscription: what it notifies of. */
  readonly causes?: (story: Story) => Promise<unknown>;
  /** Parameters that are answered with an error, which is shown too. */
  readonly fails?: Given<M>;
}

/** An example for each of some methods. */
export type Examples<M extends RpcUsualMethod> = { readonly [Name in M]: Example<Name> };
