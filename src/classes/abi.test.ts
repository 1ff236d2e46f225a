import { expect, test } from 'vitest';
import { compactAbi, normaliseAbi, normaliseAbiSteps } from './abi.ts';

const ABI = [
  { type: 'impl', name: 'CounterImpl', interface_name: 'counter::ICounter' },
  {
    type: 'interface',
    name: 'counter::ICounter',
    items: [
      {
        type: 'function',
        name: 'add',
        inputs: [{ name: 'amount', type: 'core::felt252' }],
        outputs: [{ type: 'core::bool' }],
        state_mutability: 'external',
      },
    ],
  },
  { type: 'struct', name: 'counter::Pair', members: [{ name: 'low', type: 'core::integer::u128' }] },
  { type: 'constructor', name: 'constructor', inputs: [] },
  {
    type: 'event',
    name: 'counter::Event',
    kind: 'enum',
    variants: [{ name: 'Added', type: 'counter::Added', kind: 'nested' }],
  },
  {
    type: 'event',
    name: 'counter::Added',
    kind: 'struct',
    members: [{ name: 'by', type: 'core::felt252', kind: 'key' }],
  },
];

test('the text of an ABI does not depend on white space, the order of keys or unknown members', () => {
  const expected = normaliseAbi(ABI);
  expect(expected.startsWith('[{"type": "impl", "name": "CounterImpl", "interface_name": "counter::ICounter"}, ')).toBe(
    true,
  );
  expect(normaliseAbi(JSON.stringify(ABI))).toBe(expected);
  expect(normaliseAbi(JSON.stringify(ABI, null, 2))).toBe(expected);
  const shuffled = ABI.map((item) => Object.fromEntries([...Object.entries(item).reverse(), ['extra', 1]]));
  expect(normaliseAbi(shuffled)).toBe(expected);
  expect(compactAbi(expected)).toBe(JSON.stringify(ABI));
});

test('the text of a missing ABI is empty', () => {
  for (const none of [undefined, null, '']) expect(normaliseAbi(none)).toBe('');
  expect(compactAbi('')).toBe('');
  expect(normaliseAbi([])).toBe('[]');
});

test('an invalid ABI is refused with an error that names the member', () => {
  const refused = (abi: unknown) => {
    try {
      normaliseAbi(abi);
      return 'accepted';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refused([{ type: 'nonsense', name: 'x' }])).toBe(
    'unknown variant `nonsense`, expected one of `function`, `constructor`, `l1_handler`, `event`, `struct`, `enum`, `interface`, `impl`',
  );
  expect(refused('[{')).toContain('not JSON');
  expect(refused({})).toContain('must be a list');
  expect(refused([7])).toContain('abi[0] must be an object');
  expect(refused([{ type: 'function', name: 'f', inputs: [{}] }])).toContain('abi[0].inputs[0]');
  expect(refused([{ type: 'event', name: 'e', kind: 'odd' }])).toContain('unknown variant `odd`');
  let nested: unknown = [];
  for (let i = 0; i < 40; i++) nested = [{ type: 'interface', name: 'n', items: nested }];
  expect(refused(nested)).toContain('nests deeper');
});

test('an ABI with many items is read with pauses', () => {
  const items = Array.from({ length: 20_000 }, (_, i) => ({ type: 'struct', name: `S${i}`, members: [] }));
  const steps = normaliseAbiSteps(JSON.stringify(items));
  let pauses = 0;
  while (!steps.next().done) pauses++;
  expect(pauses).toBeGreaterThan(100);
});
