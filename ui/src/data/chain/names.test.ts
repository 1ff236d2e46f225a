import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { type AddressName, Names, nameOf } from './names.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const name = (address: string, parts: Partial<AddressName> = {}) =>
  ({ address, account_index: null, contract_name: null, token: null, ...parts }) as AddressName;

test('names are asked for together, and once', async () => {
  const { node, asked, paramsOf } = answeringNode({
    sandbox_getNames: ({ addresses }: { addresses: string[] }) => ({
      names: addresses.map((address) => name(address, { contract_name: `Contract ${address}` })),
    }),
  });
  const names = new Names(node);
  for (const address of ['0x1', '0x2', '0x1']) names.want(address);
  await vi.advanceTimersByTimeAsync(30);
  names.want('0x2');
  await vi.advanceTimersByTimeAsync(30);
  expect(asked).toEqual(['sandbox_getNames']);
  expect(paramsOf('sandbox_getNames')).toEqual({ addresses: ['0x1', '0x2'] });
  expect(names.known.get().get('0x2')?.contract_name).toBe('Contract 0x2');
});

test('an address stays without a name if the node does not answer, and is not asked for all the time', async () => {
  const { node, asked } = answeringNode();
  const names = new Names(node);
  for (let i = 0; i < 3; i++) {
    names.want('0x1');
    await vi.advanceTimersByTimeAsync(30);
  }
  expect(asked).toHaveLength(1);
});

test('an address without a name is asked for again when the chain has changed', async () => {
  let contract_name: string | null = null;
  const { node, asked } = answeringNode({
    sandbox_getNames: ({ addresses }: { addresses: string[] }) => ({
      names: addresses.map((address) => name(address, { contract_name })),
    }),
  });
  const names = new Names(node);
  const want = async () => {
    names.want('0x1');
    await vi.advanceTimersByTimeAsync(30);
  };
  await want();
  await want();
  expect(asked).toHaveLength(1);
  contract_name = 'Shop';
  node.revision.set(1);
  await want();
  node.revision.set(2);
  await want();
  expect(asked).toHaveLength(2);
  expect(names.known.get().get('0x1')?.contract_name).toBe('Shop');
});

test('with many names the oldest are dropped, but none that is shown', async () => {
  const { node } = answeringNode({
    sandbox_getNames: ({ addresses }: { addresses: string[] }) => ({
      names: addresses.map((address) => name(address, { contract_name: 'Shop' })),
    }),
  });
  const names = new Names(node);
  const hide = names.show(['0x1']);
  names.want('0x2');
  await vi.advanceTimersByTimeAsync(30);
  const fill = async (from: number) => {
    for (let i = 0; i < 2_000; i++) names.want(`0x${(from + i).toString(16)}`);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  await fill(0x1000);
  expect(names.known.get().size).toBe(2_000);
  expect(names.known.get().has('0x1')).toBe(true);
  expect(names.known.get().has('0x2')).toBe(false);
  hide();
  await fill(0x10000);
  expect(names.known.get().has('0x1')).toBe(false);
});

test('an answer of a chain that was taken back meanwhile is asked for again', async () => {
  const answers: ((contract_name: string) => void)[] = [];
  const { node, asked } = answeringNode({
    sandbox_getNames: () =>
      new Promise((resolve) => answers.push((contract_name) => resolve({ names: [name('0x1', { contract_name })] }))),
  });
  const names = new Names(node);
  names.want('0x1');
  await vi.advanceTimersByTimeAsync(30);
  node.epoch.set(1);
  answers[0]!('Gone');
  await vi.advanceTimersByTimeAsync(30);
  expect(names.known.get().has('0x1')).toBe(false);
  expect(asked).toHaveLength(2);
  answers[1]!('Shop');
  await vi.advanceTimersByTimeAsync(30);
  expect(names.known.get().get('0x1')?.contract_name).toBe('Shop');
});

test('a label comes first, then the account, the token and the contract', () => {
  const token = { name: 'Gold', symbol: 'GLD', decimals: 18 };
  const none = new Map<string, string>();
  expect(nameOf('0x1', name('0x1', { account_index: 0, contract_name: 'Account' }), none)).toBe('account 0');
  expect(nameOf('0x1', name('0x1', { token, contract_name: 'ERC20' }), none)).toBe('GLD');
  expect(nameOf('0x1', name('0x1', { contract_name: 'Shop' }), none)).toBe('Shop');
  expect(nameOf('0x1', name('0x1'), none)).toBeUndefined();
  expect(nameOf('0x1', name('0x1', { account_index: 0 }), new Map([['0x1', 'Alice']]))).toBe('Alice');
});
