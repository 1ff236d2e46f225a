import { expect, test } from 'vitest';
import { ownCode } from './ownCode.ts';

const frame = (name: string, file?: string) => ({ name, file, line: file === undefined ? undefined : 1 });
const [write, pay] = [frame('core::write', '/home/me/.cache/core.cairo'), frame('shop::pay', '/me/src/shop.cairo')];
const sample = (...stack: ReturnType<typeof frame>[]) => ({ stack, libfunc: undefined, l2Gas: 5, steps: 1 });

test('gives the gas of libraries to the code that called them, and leaves contracts of others as they are', () => {
  const samples = [
    sample(frame('Shop.pay'), pay, write),
    sample(frame('Shop.pay'), pay, frame('Token.transfer'), write),
    sample(frame('(new storage cells)')),
  ];
  const folded = ownCode({ samples, l2Gas: 15n, steps: 3 }).samples.map(({ stack }) =>
    stack.map(({ name }) => name).join(' '),
  );
  expect(folded).toEqual([
    'Shop.pay shop::pay',
    'Shop.pay shop::pay Token.transfer core::write',
    '(new storage cells)',
  ]);
});
