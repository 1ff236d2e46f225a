// Random types with values of them, for properties of the ABI code.
import fc from './properties.ts';

type Shape =
  | { kind: 'scalar'; text: string; value: fc.Arbitrary<unknown> }
  | { kind: 'array' | 'span' | 'option' | 'fixed'; inner: Shape }
  | { kind: 'tuple' | 'struct' | 'enum'; parts: Shape[] }
  | { kind: 'result'; ok: Shape; error: Shape };

/** A type as an ABI writes it, the items that define it, and values of it in the form that decoding gives. */
export interface RandomType {
  readonly text: string;
  readonly items: readonly { readonly type: string }[];
  readonly value: fc.Arbitrary<unknown>;
}

const P = 2n ** 251n + 17n * 2n ** 192n + 1n;
const hexBelow = (bound: bigint) => fc.bigInt({ min: 0n, max: bound - 1n }).map((value) => `0x${value.toString(16)}`);
const scalar = (text: string, value: fc.Arbitrary<unknown>): Shape => ({ kind: 'scalar', text, value });
const integer = (text: string, min: bigint, max: bigint) => scalar(text, fc.bigInt({ min, max }));

const scalars: Shape[] = [
  scalar('core::felt252', hexBelow(P)),
  scalar('core::starknet::contract_address::ContractAddress', hexBelow(2n ** 251n)),
  scalar('core::starknet::class_hash::ClassHash', hexBelow(2n ** 251n)),
  scalar('core::starknet::eth_address::EthAddress', hexBelow(2n ** 160n)),
  scalar('core::bytes_31::bytes31', hexBelow(2n ** 248n)),
  scalar('core::bool', fc.boolean()),
  scalar('core::byte_array::ByteArray', fc.string({ unit: 'binary', maxLength: 70 })),
  scalar('()', fc.constant([])),
  integer('core::integer::u8', 0n, 2n ** 8n - 1n),
  integer('core::integer::u64', 0n, 2n ** 64n - 1n),
  integer('core::integer::u128', 0n, 2n ** 128n - 1n),
  integer('core::integer::i8', -(2n ** 7n), 2n ** 7n - 1n),
  integer('core::integer::i128', -(2n ** 127n), 2n ** 127n - 1n),
  integer('core::integer::u256', 0n, 2n ** 256n - 1n),
  integer('core::integer::u512', 0n, 2n ** 512n - 1n),
  integer('core::circuit::u384', 0n, 2n ** 384n - 1n),
  integer('core::internal::bounded_int::BoundedInt::<-5, 10>', -5n, 10n),
  integer('core::zeroable::NonZero::<core::integer::u256>', 1n, 2n ** 256n - 1n),
];

const shapes = fc.letrec<{ shape: Shape }>((tie) => {
  const parts = fc.array(tie('shape'), { minLength: 0, maxLength: 4 });
  return {
    shape: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'abi' },
      fc.constantFrom(...scalars),
      fc.record({ kind: fc.constantFrom('array', 'span', 'option', 'fixed'), inner: tie('shape') }),
      fc.record({ kind: fc.constantFrom('tuple', 'struct'), parts }),
      fc.record({ kind: fc.constant('enum'), parts: fc.array(tie('shape'), { minLength: 1, maxLength: 4 }) }),
      fc.record({ kind: fc.constant('result'), ok: tie('shape'), error: tie('shape') }),
    ) as fc.Arbitrary<Shape>,
  };
}).shape;

/** Names that a careless reader would confuse with what objects inherit, or with the forms of Option and Result. */
const NAMES = ['__proto__', 'Some', 'constructor', 'None', 'Ok', 'toString', 'x', 'len'];

/** Random types. */
export const randomType: fc.Arbitrary<RandomType> = shapes.map((shape) => {
  const items: { type: string; name: string; [key: string]: unknown }[] = [];
  return { ...build(shape, items), items };
});

function build(
  shape: Shape,
  items: { type: string; name: string; [key: string]: unknown }[],
): { text: string; value: fc.Arbitrary<unknown> } {
  switch (shape.kind) {
    case 'scalar':
      return shape;
    case 'array':
    case 'span': {
      const { text, value } = build(shape.inner, items);
      const name = shape.kind === 'array' ? 'core::array::Array' : 'core::array::Span';
      return { text: `${name}::<${text}>`, value: fc.array(value, { maxLength: 4 }) };
    }
    case 'fixed': {
      const { text, value } = build(shape.inner, items);
      return { text: `[${text}; 3]`, value: fc.array(value, { minLength: 3, maxLength: 3 }) };
    }
    case 'option': {
      const { text, value } = build(shape.inner, items);
      const some = shape.inner.kind === 'option' ? value.map((inner) => ({ Some: inner })) : value;
      return { text: `core::option::Option::<${text}>`, value: fc.oneof(fc.constant(null), some) };
    }
    case 'result': {
      const ok = build(shape.ok, items);
      const error = build(shape.error, items);
      return {
        text: `core::result::Result::<${ok.text}, ${error.text}>`,
        value: fc.oneof(
          ok.value.map((value) => ({ Ok: value })),
          error.value.map((value) => ({ Err: value })),
        ),
      };
    }
    case 'tuple': {
      const parts = shape.parts.map((part) => build(part, items));
      return {
        text: `(${parts.map(({ text }) => text).join(', ')})`,
        value: fc.tuple(...parts.map(({ value }) => value)),
      };
    }
    case 'struct':
    case 'enum': {
      const parts = shape.parts.map((part, i) => ({
        name: NAMES[(i + items.length) % NAMES.length]!,
        ...build(part, items),
      }));
      // Two parts can get one name when an inner type is defined between them.
      const named = parts.map((part, i) => ({
        ...part,
        name: parts.findIndex(({ name }) => name === part.name) === i ? part.name : `${part.name}_${i}`,
      }));
      const name = `test::T${items.length}`;
      const fields = named.map(({ name, text }) => ({ name, type: text }));
      items.push({ type: shape.kind, name, [shape.kind === 'struct' ? 'members' : 'variants']: fields });
      if (shape.kind === 'struct')
        return {
          text: name,
          value: fc
            .tuple(...named.map(({ value }) => value))
            .map((values) => Object.fromEntries(named.map((part, i) => [part.name, values[i]]))),
        };
      return {
        text: name,
        value: fc.oneof(
          ...named.map((part) =>
            part.text === '()'
              ? fc.constant(part.name)
              : part.value.map((value) => Object.fromEntries([[part.name, value]])),
          ),
        ),
      };
    }
  }
}
