// TypeScript types of the events of an ABI. They follow readEvents.ts.
import type { Abi, Definitions, Direction, Field, IsLoose, Members, Merged, Value } from './types.ts';

type EventEntries<A extends Abi> = Extract<A[number], { readonly type: 'event'; readonly name: string }>;

/** Structs and enums of events by their full names. */
type EventDefinitions<A extends Abi> = {
  readonly [E in EventEntries<A> as E['name']]: E;
};

interface EventField extends Field {
  readonly kind: string;
}

/** The names of the events that other events contain. */
type Contained<E> = E extends { readonly kind: 'enum'; readonly variants: readonly (infer V extends Field)[] }
  ? V['type']
  : E extends { readonly kind: 'struct'; readonly members: readonly (infer M extends Field)[] }
    ? M['type']
    : never;

/** A leaf is `[name, definition]` of one event that can be emitted. */
type Leaves<A extends Abi> = RootLeaves<
  EventDefinitions<A>,
  Exclude<keyof EventDefinitions<A>, Contained<EventEntries<A>>>
>;

type RootLeaves<E, N> = N extends keyof E
  ? E[N] extends { readonly kind: 'enum'; readonly variants: readonly (infer V)[] }
    ? VariantLeaf<E, V, ''>
    : E[N] extends { readonly kind: 'struct' }
      ? [LastName<N & string>, E[N]]
      : [N & string, E[N]]
  : never;

type VariantLeaf<E, V, Before extends string> = V extends EventField
  ? V['type'] extends keyof E
    ? E[V['type']] extends { readonly kind: 'enum'; readonly variants: readonly (infer W)[] }
      ? VariantLeaf<E, W, V['kind'] extends 'flat' ? Before : `${Before}${V['name']}.`>
      : V['kind'] extends 'flat'
        ? never
        : [`${Before}${V['name']}`, E[V['type']]]
    : [`${Before}${V['name']}`, V]
  : never;

type LastName<S extends string> = S extends `${string}::${infer R}` ? LastName<R> : S;

/** The events of an ABI: `[name, definition]` by name. */
type EventMap<A extends Abi> = { readonly [L in Leaves<A> as L[0]]: L[1] };

/** The names of the events of a contract. */
export type EventNames<A extends Abi> = IsLoose<A> extends true ? string : keyof EventMap<A> & string;

/** The members of an event by their names. */
export type EventArguments<A extends Abi, N extends EventNames<A>, D extends Direction = 'out'> =
  IsLoose<A> extends true
    ? Readonly<Record<string, unknown>>
    : N extends keyof EventMap<A>
      ? EventValue<Definitions<A>, EventDefinitions<A>, EventMap<A>[N], D>
      : never;

type EventValue<Defs, E, X, D extends Direction> = X extends {
  readonly kind: 'struct';
  readonly members: readonly (infer M)[];
}
  ? { readonly [F in Extract<M, EventField> as F['name']]: MemberValue<Defs, E, F, D> }
  : X extends { readonly kind: 'enum'; readonly variants: readonly (infer V)[] }
    ? InnerVariant<Defs, E, V, D>
    : X extends
          | { readonly data: infer F extends readonly Field[] }
          | { readonly inputs: infer F extends readonly Field[] }
      ? Members<Defs, Merged<F>, D>
      : X extends EventField
        ? X['type'] extends '()'
          ? Readonly<Record<never, never>>
          : { readonly value: Value<Defs, X['type'], D> }
        : unknown;

type MemberValue<Defs, E, F extends EventField, D extends Direction> = F['kind'] extends 'nested' | 'flat'
  ? F['type'] extends keyof E
    ? EventValue<Defs, E, E[F['type']], D>
    : Value<Defs, F['type'], D>
  : Value<Defs, F['type'], D>;

type InnerVariant<Defs, E, V, D extends Direction> = V extends EventField
  ? { readonly [N in V['name']]: V['type'] extends keyof E ? EventValue<Defs, E, E[V['type']], D> : unknown }
  : never;

/** A decoded event. The name tells which members it has. */
export type ContractEvent<A extends Abi, N extends EventNames<A> = EventNames<A>> = N extends string
  ? { readonly name: N; readonly args: EventArguments<A, N> }
  : never;
