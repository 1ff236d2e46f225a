// The types of the public surface. The compiler checks this file; what runs is only that it can be loaded.
import { expect, test } from 'vitest';
import type { NodeConfig } from '../../src/chain/config.ts';
import {
  type Abi,
  type AmountLike,
  type BlockLike,
  type Declaration,
  type DeployedContract,
  type EmittedEvent,
  erc20Abi,
  type FeeEstimate,
  type FeltLike,
  type Hex,
  type JournalEntry,
  type ListeningSandbox,
  type Mark,
  type MintResult,
  type PriceScheduleInput,
  type Receipt,
  type RpcParams,
  type RpcResult,
  Sandbox,
  type SandboxAccount,
  type SandboxAccounts,
  type SandboxContract,
  type SandboxEvents,
  type SandboxOptions,
  type SentTransaction,
} from '../../src/index.ts';
import type { PriceSchedule } from '../../src/market/priceSchedule.ts';
import type { OptionName, options } from '../../src/options/options.ts';
import type { ProtocolConstants } from '../../src/protocol/constants.ts';
import type { UpToDate } from '../support/upToDate.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** A type error unless the two types are the same. */
const same = <A, B>(..._: Equal<A, B> extends true ? [] : [never]): void => undefined;
/** Type-checked and never called. */
const checked = (_: () => unknown) => expect(true).toBe(true);

declare const box: Sandbox;

test('options are partial, and unknown ones do not compile', () => {
  const options = (_: SandboxOptions) => undefined;
  options({});
  options({ fork: { url: 'http://127.0.0.1:1' } });
  options({ fork: { url: 'http://127.0.0.1:1', block: 5n }, l1: { url: 'mock' } });
  options({ l1: { auto: true } });
  options({ chainId: 'TESTNET', blockGenerationOn: 3, gasPrice: '5', accountClass: 'cairo0' });
  options({ initialBalance: 10n ** 21n, startTime: 1000, seed: undefined });
  options({ systemClasses: { strk: '{}' }, stateArchiveCapacity: 'full' });
  // @ts-expect-error: there is no such option.
  options({ acounts: 3 });
  // @ts-expect-error: nor one of the server.
  options({ port: 5050 });
  // @ts-expect-error: a fork needs a URL.
  options({ fork: { block: 5 } });
  // @ts-expect-error: there is no such mode.
  options({ blockGenerationOn: 'always' });
  // @ts-expect-error: a flag is no text.
  options({ liteMode: 'yes' });
});

/** The members of the node's configuration that an option of the table sets. */
type ChainMember = {
  [K in OptionName]: (typeof options)[K] extends { readonly chain: infer M extends keyof NodeConfig } ? M : never;
}[OptionName];
/** A value of the configuration as a caller may write it. */
type Written<V> = V extends bigint | number
  ? AmountLike
  : V extends { readonly intervalSeconds: number }
    ? number
    : V extends { readonly mempoolSeconds: number }
      ? `mempool:${number}`
      : V extends ProtocolConstants
        ? string
        : V extends PriceSchedule
          ? PriceScheduleInput
          : V;
type WrittenOptions = { readonly [K in ChainMember]?: Written<NodeConfig[K]> | undefined };

test('options take what the table of options reads', () => {
  const given = {} as SandboxOptions;
  given satisfies WrittenOptions;
  const written = {} as WrittenOptions;
  written satisfies SandboxOptions;
  'up to date' satisfies UpToDate<Exclude<ChainMember, keyof SandboxOptions>>;
});

test('values are hex text or bigint, amounts also numbers', () => {
  same<FeltLike, string | bigint>();
  same<AmountLike, bigint | number | `${bigint}` | Hex>();
  same<BlockLike, number | bigint | Hex | 'latest' | 'pre_confirmed' | 'l1_accepted'>();
  same<SandboxAccount['address'], Hex>();
  same<SandboxAccount['initialBalance'], bigint>();
  same<Sandbox['accounts'], SandboxAccounts>();
  checked(() => box.accounts satisfies readonly SandboxAccount[]);
  checked(() => {
    // With `noUncheckedIndexedAccess`, as here.
    const [alice, bob] = box.accounts;
    same<typeof alice, SandboxAccount>();
    box.accounts[9].address satisfies Hex;
    // @ts-expect-error: there are ten unless more are asked for.
    box.accounts[10].address satisfies Hex;
    return box.strk.write.transfer(bob, 5n, { from: alice });
  });
  same<Sandbox['chainId'], Hex>();
  checked(() => [
    box.mint('0x1', 5) satisfies Promise<MintResult>,
    box.mint(1n, '5', 'WEI'),
    box.setStorageAt('0x1', 2n, '0x3') satisfies Promise<void>,
    box.setNonce('0x1', 7),
    box.getNonce('0x1', { block: 'latest' }) satisfies Promise<bigint>,
    box.balanceOf('0x1', { unit: 'WEI' }) satisfies Promise<bigint>,
    // @ts-expect-error: an address is no number.
    box.mint(1, 5n),
    // @ts-expect-error: there is no such unit.
    box.mint('0x1', 5n, 'ETH'),
    // @ts-expect-error: there is no such tag.
    box.getNonce('0x1', { block: 'newest' }),
    // @ts-expect-error: a mark is what snapshot() returns.
    box.restore({}),
    box.restore(box.snapshot() satisfies Mark),
    box.dump() satisfies readonly JournalEntry[],
    box.listen({ port: 0 }) satisfies Promise<ListeningSandbox>,
    box.time.set(new Date()),
    box.time.now() satisfies Promise<bigint>,
    box.blocks.mine(2) satisfies Promise<readonly Hex[]>,
    box.blocks.setMode('demand'),
    // @ts-expect-error: there is no such mode.
    box.blocks.setMode('always'),
  ]);
});

test('requests are typed by their method', () => {
  same<RpcParams<'starknet_getNonce'>, RpcParams<'chain_getNonce'>>();
  same<RpcResult<'starknet_blockNumber'>, number>();
  checked(async () => {
    const { block_hash } = await box.request('devnet_createBlock');
    same<typeof block_hash, Hex>();
    const nonce = await box.request('starknet_getNonce', ['latest', '0x1']);
    same<typeof nonce, Hex>();
    const unknown = await box.request<{ readonly x: 1 }>('some_method', {});
    same<typeof unknown, { readonly x: 1 }>();
    // @ts-expect-error: there is no such method.
    await box.request('starknet_getNonse', {});
    // @ts-expect-error: a parameter is missing.
    await box.request('starknet_getNonce', { block_id: 'latest' });
  });
});

test('listeners get what their name says', () => {
  checked(() => {
    box.on('block', (block) => same<typeof block, SandboxEvents['block']>());
    box.on('print', ({ text }) => same<typeof text, string>());
    box.on('reorg', ({ starting_block_number }) => same<typeof starting_block_number, number>());
    const off = box.on('event', ({ from_address, keys }) => [
      from_address satisfies Hex,
      keys satisfies readonly Hex[],
    ]);
    same<typeof off, () => void>();
    // @ts-expect-error: there are no such events.
    box.on('blocks', () => undefined);
    // @ts-expect-error: nor here.
    box.stream('blocks');
  });
  checked(async () => {
    for await (const receipt of box.stream('transaction')) receipt.execution_status satisfies 'SUCCEEDED' | 'REVERTED';
  });
});

const counterAbi = [
  {
    type: 'constructor',
    name: 'constructor',
    inputs: [
      { name: 'owner', type: 'core::starknet::contract_address::ContractAddress' },
      { name: 'start', type: 'core::integer::u64' },
    ],
  },
  { type: 'function', name: 'get', inputs: [], outputs: [{ type: 'core::integer::u64' }], state_mutability: 'view' },
  {
    type: 'function',
    name: 'add',
    inputs: [{ name: 'by', type: 'core::integer::u64' }],
    outputs: [{ type: 'core::integer::u64' }],
    state_mutability: 'external',
  },
  {
    type: 'event',
    name: 'counter::Counter::Added',
    kind: 'struct',
    members: [{ name: 'by', type: 'core::integer::u64', kind: 'data' }],
  },
  {
    type: 'event',
    name: 'counter::Counter::Event',
    kind: 'enum',
    variants: [{ name: 'Added', type: 'counter::Counter::Added', kind: 'nested' }],
  },
] as const;

test('contracts are typed by their ABI', () => {
  checked(async () => {
    const counter = box.contract(counterAbi, '0x1');
    same<typeof counter, SandboxContract<typeof counterAbi>>();
    same<Awaited<ReturnType<typeof counter.read.get>>, bigint>();
    const sent = await counter.write.add(5, { from: box.accounts[0]! });
    same<typeof sent, SentTransaction>();
    same<typeof sent.receipt, Receipt>();
    const next = await counter.simulate.add(5n, { from: '0x1', block: 'latest' });
    same<typeof next, bigint>();
    const estimate = await counter.estimate.add(5n, { from: '0x1', tip: 5, block: 'latest' });
    same<typeof estimate, FeeEstimate>();
    same<typeof estimate, Awaited<ReturnType<typeof box.estimate>>>();
    same<typeof estimate.resourceBounds.l2Gas.maxAmount, bigint>();
    const { resourceBounds } = estimate;
    await counter.write.add(5, { resourceBounds, tip: 5n, nonce: 0n });
    await box.execute(counter.populate.add(1), { resourceBounds: { l2Gas: 5, l1Gas: { maxPricePerUnit: '0x5' } } });
    await box.declare('', { resourceBounds, tip: '5' });
    await box.deploy('', [], { resourceBounds, tip: '5' });
    // @ts-expect-error: it changes nothing, so nobody pays for it.
    await counter.estimate.get();
    // @ts-expect-error: an argument is missing.
    await counter.estimate.add();
    // @ts-expect-error: an estimate tells the bounds, and takes none.
    await counter.estimate.add(5, { resourceBounds });
    // @ts-expect-error: the member is l2Gas.
    await counter.write.add(5, { resourceBounds: { l2_gas: 5 } });
    // @ts-expect-error: a price is a number.
    await counter.write.add(5, { resourceBounds: { l2Gas: { maxPricePerUnit: 'low' } } });
    const [event] = await counter.events.Added({ by: 5n }, { fromBlock: 3 });
    same<NonNullable<typeof event>['args']['by'], bigint>();
    same<NonNullable<typeof event>['raw'], EmittedEvent>();
    const [parsed] = counter.parseEvents(sent, 'Added');
    same<NonNullable<typeof parsed>['args'], { readonly by: bigint }>();
    await box.execute([counter.populate.add(1), { to: '0x1', entryPoint: 'add', calldata: [1n] }]);
    await counter.read.get({ block: 5 });
    // @ts-expect-error: it changes something.
    await counter.read.add(5);
    // @ts-expect-error: it changes nothing.
    await counter.write.get();
    // @ts-expect-error: an argument is missing.
    await counter.write.add({ from: '0x1' });
    // @ts-expect-error: there is no such option.
    await counter.write.add(5, { form: '0x1' });
    // @ts-expect-error: there is no such event.
    await counter.events.Removed();
    // @ts-expect-error: nor such a member.
    await counter.events.Added({ of: 5n });
  });
});

test('deployed contracts have the types of the ABI that was given, or loose ones', () => {
  checked(async () => {
    const typed = await box.deploy('counter.json', ['0x1', 5], { abi: counterAbi });
    same<typeof typed, DeployedContract<typeof counterAbi>>();
    const named = await box.deploy<typeof counterAbi>('counter.json', { owner: '0x1', start: 5n });
    same<typeof named, DeployedContract<typeof counterAbi>>();
    const declared = await box.declare('counter.json', { abi: counterAbi });
    same<typeof declared, Declaration<typeof counterAbi>>();
    const fromDeclared = await box.deploy(declared, ['0x1', 5]);
    same<typeof fromDeclared, DeployedContract<typeof counterAbi>>();
    const loose = await box.deploy('counter.json', ['0x1', 5]);
    same<typeof loose, DeployedContract<Abi>>();
    (await loose.read['get']()) satisfies unknown;
    (await loose.write['add'](5, { from: box.accounts[0] })) satisfies SentTransaction;
    // An account of starknet.js has its address as any text.
    await box.strk.read.balance_of({ address: '0x1' as string });
    // @ts-expect-error: the second argument is missing.
    await box.deploy('counter.json', ['0x1'], { abi: counterAbi });
    // @ts-expect-error: it has another name.
    await box.deploy(declared, { owner: '0x1', begin: 5 });
    // @ts-expect-error: the constructor takes arguments.
    await box.deploy(declared);
    // @ts-expect-error: an address is no number.
    await box.deploy(declared, [1, 5]);
  });
  same<Sandbox['strk'], SandboxContract<typeof erc20Abi>>();
  expect(erc20Abi.length).toBeGreaterThan(10);
  expect(Sandbox.name).toBe('Sandbox');
});
