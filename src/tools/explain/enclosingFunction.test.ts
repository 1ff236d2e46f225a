import { expect, test } from 'vitest';
import { enclosingFunction, namedFunctions } from './enclosingFunction.ts';

const SOURCE = `use core::num::traits::Zero;
mod elsewhere;
#[starknet::contract]
pub mod Vault {
    trait Shape<T> {
        fn size(self: @T) -> [u8; 2];
        fn twice(self: @T) -> u64 { panic!("no size") } // HERE: twice
    }
    impl Parts of PartsTrait {
        // fn wrong() {
        fn check(ref self: ContractState, text: ByteArray) {
            let x = Point { x: 1, y: 2 };
            if x.x > 0 {
                assert!(x.y == 3, "a brace { and a quote \\" fn inside()"); // HERE: check
            }
        }
    }
    const NAME: felt252 = 'fn x {'; // HERE: nothing
    trait Named { fn named(self: @u8) -> u8; }
    struct Options { size: u8 } // HERE: a struct
    fn pair(value: [u8; 2]) -> [u8; 2] { panic!("no pair") } // HERE: pair
    fn last<T, +Drop<T>>(
        values: Span<T>,
    ) -> u64
    {
        panic!("{}", 1) // HERE: last
    }
}
fn outside() { panic!("x"); } // HERE: outside
`;
const lines = SOURCE.split('\n');
const at = (mark: string) => {
  const index = lines.findIndex((line) => line.endsWith(`// HERE: ${mark}`));
  const column = Math.max(lines[index]!.search(/panic!|assert!|size: u8/), 0) + 1;
  return enclosingFunction(namedFunctions(lines), { line: index + 1, column });
};

test('the function around a place is found with its modules, traits and implementations', () => {
  expect(at('twice')).toBe('Vault::Shape::twice');
  expect(at('check')).toBe('Vault::Parts::check');
  expect(at('pair')).toBe('Vault::pair');
  expect(at('last')).toBe('Vault::last');
  expect(at('outside')).toBe('outside');
});

test('a place outside of functions, or of the file, is in none', () => {
  expect(at('nothing')).toBeUndefined();
  expect(at('a struct')).toBeUndefined();
  const functions = namedFunctions(lines);
  expect(enclosingFunction(functions, { line: 1, column: 1 })).toBeUndefined();
  expect(enclosingFunction(functions, { line: 900, column: 1 })).toBeUndefined();
  expect(enclosingFunction(namedFunctions([]), { line: 1, column: 1 })).toBeUndefined();
});
