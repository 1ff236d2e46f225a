import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { exportNames } from './builtContracts.ts';
import { cairoDocs } from './cairoDocs.ts';
import type { BuiltContract } from './contractModel.ts';
import { contractFile, moduleDeclaration, moduleText } from './contractText.ts';
import { literal, quoted } from './literal.ts';

const SOURCE = `
/// A shop.
#[starknet::interface]
pub trait IShop<T> {
    /// Buys something.
    ///
    /// Ends with */ and more.
    #[external]
    fn buy(ref self: T, what: felt252);
    // Not documentation.
    fn sell(ref self: T);
}

/// The contract.
#[starknet::contract]
mod Shop {
    /// A sale.
    #[derive(Drop, starknet::Event)]
    struct Sold { what: felt252 }
    /// Opens it.
    #[constructor]
    fn constructor(ref self: ContractState, text: ByteArray) { let x = "/// fn no() {"; }
    #[abi(per_item)]
    #[generate_trait]
    impl Own of OwnTrait {
        /// Of the contract itself.
        #[external(v0)]
        fn close(ref self: ContractState) {}
    }
}
`;

test('documentation is read from Cairo, by the item that it stands above', () => {
  expect([...cairoDocs([SOURCE])]).toEqual([
    ['IShop', 'A shop.'],
    ['IShop::buy', 'Buys something.\n\nEnds with */ and more.'],
    ['Shop', 'The contract.'],
    ['Shop::Sold', 'A sale.'],
    ['Shop::constructor', 'Opens it.'],
    ['Own::close', 'Of the contract itself.'],
    ['Shop::close', 'Of the contract itself.'],
  ]);
  expect([...cairoDocs(['}}}', '/// lost', 'fn', '/// x\nfn (', ''])]).toEqual([]);
  const two = ['/// b\ntrait A { }', '/// a\ntrait A { }'];
  expect(cairoDocs(two)).toEqual(cairoDocs(two.toReversed()));
});

test('values are written as expressions and as types, a line each if they are long', () => {
  expect(literal([{ a: 1, 'b-c': ['x', true, null] }], 'value')).toBe("[{ a: 1, 'b-c': ['x', true, null] }]");
  expect(literal([{ a: 'x' }], 'type')).toBe("readonly [{ readonly a: 'x' }]");
  expect(literal({ a: 'x'.repeat(70), b: 'y'.repeat(70) }, 'value', 2)).toBe(
    `{\n    a: '${'x'.repeat(70)}',\n    b: '${'y'.repeat(70)}',\n  }`,
  );
});

test('a text is the same text again, whatever it contains', () => {
  for (const text of ["it's", '"', '\\', '\n', '\u2028', '\0', '`$', '*/', '</script>'])
    expect(runInNewContext(quoted(text))).toBe(text);
});

describe('a contract is exported by', () => {
  test('its name, or by that of its file if there are several', () => {
    expect(Object.fromEntries(exportNames(['one_Token', 'two_Token', 'two_Vault']))).toEqual({
      one_Token: 'one_Token',
      two_Token: 'two_Token',
      two_Vault: 'Vault',
    });
  });

  test('another name where file systems or JavaScript would not take its own', () => {
    expect([...exportNames(['a_Token', 'b_token']).values()]).toEqual(['a_Token', 'b_token']);
    expect([...exportNames(['a_class']).values()]).toEqual(['class_']);
    expect(() => exportNames(["x'y"])).toThrow("x'y.contract_class.json is no name of a contract");
  });
});

const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const shop: BuiltContract = {
  exportName: 'Shop',
  name: 'Shop',
  path: '/project/target/dev/my_Shop.contract_class.json',
  sources: [SOURCE],
  abi: [
    { type: 'constructor', name: 'constructor', inputs: [{ name: 'text', type: 'core::byte_array::ByteArray' }] },
    {
      type: 'interface',
      name: 'my::IShop',
      items: [
        {
          type: 'function',
          name: 'buy',
          inputs: [{ name: "wh'at", type: ADDRESS }],
          outputs: [],
          state_mutability: 'external',
        },
      ],
    },
    { type: 'event', name: 'my::Shop::Sold', kind: 'struct', members: [{ name: 'what', type: ADDRESS, kind: 'key' }] },
    {
      type: 'event',
      name: 'my::Shop::Event',
      kind: 'enum',
      variants: [{ name: 'Sold', type: 'my::Shop::Sold', kind: 'nested' }],
    },
  ],
};

test('a file has the ABI, names of parameters, documentation and the place of the class', () => {
  const text = contractFile(shop, '../a b/my_Shop.contract_class.json', 'esm');
  expect(text).toContain(`  readonly functions: {
    /** Opens it. */
    readonly constructor: [text: 'ByteArray'];
    /**
     * Buys something.
     *
     * Ends with *\\/ and more.
     */
    readonly buy: [argument0: 'ContractAddress'];
  };
  readonly events: {
    /** A sale. */
    readonly Sold: { what: 'ContractAddress' };
  };
`);
  expect(text).toContain("file: new URL('../a%20b/my_Shop.contract_class.json', import.meta.url),");
  expect(text).toContain('/** The contract. */\nexport const Shop = {');
  expect(contractFile(shop, 'my_Shop.contract_class.json', 'commonjs')).toContain(
    "file: __dirname + '/my_Shop.contract_class.json',",
  );
});

test('the module of the plugin has the place of the class, and its declaration has no place', () => {
  expect(moduleText([shop])).toContain('"file":"/project/target/dev/my_Shop.contract_class.json"};\n');
  const declaration = moduleDeclaration('starbox:contracts', [shop]);
  expect(declaration).toContain("declare module 'starbox:contracts' {");
  expect(declaration).toContain('export const Shop: ContractClass<NamedAbi<ShopAbi, ShopNames>>;');
  expect(declaration).not.toContain('/project');
});
