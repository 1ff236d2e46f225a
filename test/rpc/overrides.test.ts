// What transactions would do on another chain than there is.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { limits } from '../../src/protocol/limits.ts';
import { State } from '../../src/state/state.ts';
import { DebuggingProject } from '../support/debugging.ts';
import { readClass } from '../ui/filledNode.ts';

const project = new DebuggingProject();
let box: Sandbox;
let market: `0x${string}`;
let request: readonly object[];

beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, artifacts: [project.artifacts] });
  market = await project.deploy(box);
  const { transactionHash } = await box.execute([{ to: market, entryPoint: 'trade', calldata: [0n, 5n] }]);
  const sent = await box.request('starknet_getTransactionByHash', { transaction_hash: transactionHash });
  const { transaction_hash: _, ...transaction } = sent as typeof sent & { nonce: string };
  request = [{ ...transaction, signature: [] }];
});
afterAll(async () => {
  await box.close();
  project.remove();
});

const asked = async (more: object = {}) => {
  const contract_address = box.accounts[0]!.address;
  const nonce = await box.request('starknet_getNonce', { block_id: 'pre_confirmed', contract_address });
  return {
    block_id: 'pre_confirmed' as const,
    simulation_flags: ['SKIP_VALIDATE' as const],
    request: request.map((each) => ({ ...each, nonce })) as never,
    ...more,
  };
};
const explain = async (more: object = {}) =>
  box.request('devnet_explainEstimate', { ...(await asked(more)), estimates: true });
const eventsIn = (text: string) => /Traded\(number: (\d+)/.exec(text)?.[1];

test('storage by name, code and balances are other in a simulation, and the chain stays as it is', async () => {
  const plain = await explain();
  expect([eventsIn(plain.text), plain.estimates!.length]).toEqual(['2', 1]);
  const storage = [{ contract_address: market, key: 'trades', value: 70 }];
  expect(eventsIn((await explain({ overrides: { storage } })).text)).toBe('71');
  expect(eventsIn((await explain()).text)).toBe('2');
  const cell = await explain({ overrides: { storage: [{ ...storage[0]!, key: await keyOfTrades() }] } });
  expect(eventsIn(cell.text)).toBe('71');
  // Another class has no such function.
  const class_hash = await box.request('starknet_getClassHashAt', {
    block_id: 'latest',
    contract_address: box.strk.address,
  });
  const other = await explain({ overrides: { classes: [{ contract_address: market, class_hash }] } });
  expect([other.transactions[0]!.status, other.estimates]).not.toEqual(['SUCCEEDED', expect.anything()]);
});

async function keyOfTrades(): Promise<string> {
  const { selectorOfName } = await import('../../src/abi/selector.ts');
  return `0x${selectorOfName('trades').toString(16)}`;
}

/** A transaction as it would be sent again. */
async function sentAgain(transaction_hash: string) {
  const sent = await box.request('starknet_getTransactionByHash', { transaction_hash: transaction_hash as never });
  const { transaction_hash: _, ...transaction } = sent;
  const contract_address = box.accounts[0]!.address;
  const nonce = await box.request('starknet_getNonce', { block_id: 'pre_confirmed', contract_address });
  return { request: [{ ...transaction, nonce, signature: [] }] as never };
}

test('what transactions would cost is computed only if it is asked for', async () => {
  const params = await asked();
  expect(await box.request('devnet_explainEstimate', params)).not.toHaveProperty('estimates');
  expect((await box.request('devnet_explainEstimate', { ...params, estimates: true })).estimates).toHaveLength(1);
});

test('balances are those of the overrides', async () => {
  const transfer = await box.strk.write.transfer('0x77', 1n);
  const again = await sentAgain(transfer.transactionHash);
  const poor = await explain({ ...again, overrides: { balances: [{ address: box.accounts[0]!.address, amount: 0 }] } });
  expect(poor.text).toMatch(/insufficient balance/i);
  expect(poor.estimates).toBeNull();
  expect((await explain(again)).estimates).toHaveLength(1);
});

test('the state after any block can be the start, also without the archive', async () => {
  const contract_address = box.accounts[0]!.address;
  const nonce = await box.request('starknet_getNonce', { block_id: 'pre_confirmed', contract_address });
  const block_id = { block_number: (await box.request('starknet_blockNumber')) - 2 };
  const overrides = { nonces: [{ contract_address, nonce }] };
  expect(eventsIn((await explain({ block_id, overrides })).text)).toBe('1');
});

test('what is tried out can be debugged step by step, with its overrides', async () => {
  const storage = [{ contract_address: market, key: 'trades', value: 70 }];
  const { file, line } = project.mark('event');
  const at = { move: 'continue' as const, breakpoints: [{ file, line }], watch: ['number'] };
  const found = await box.request('devnet_debugEstimate', { ...(await asked({ overrides: { storage } })), ...at });
  expect([found.reason, found.watches[0]!.value]).toEqual(['breakpoint', '71']);
  const back = await box.request('devnet_debugEstimate', {
    ...(await asked({ overrides: { storage } })),
    moment: found.moment,
    move: 'back',
  });
  expect(back.moment).toBeLessThan(found.moment);
  const plain = await box.request('devnet_debugEstimate', { ...(await asked()), ...at });
  expect(plain.watches[0]!.value).toBe('2');
});

test('a contract that the overrides make can have storage by name and a nonce', async () => {
  const at = { block_id: 'latest' as const, contract_address: market };
  const class_hash = await box.request('starknet_getClassHashAt', at);
  const contract_address = '0x4321';
  const overrides = {
    classes: [{ contract_address, class_hash }],
    storage: [{ contract_address, key: 'trades', value: 70 }],
    nonces: [{ contract_address, nonce: '0x5' }],
  };
  expect(eventsIn((await explain({ overrides })).text)).toBe('2');
});

test('each override costs the same, however many came before it', async () => {
  const apply = vi.spyOn(State.prototype, 'apply');
  try {
    const one = (i: number) => ({ contract_address: market, key: `0x${(i + 1).toString(16)}`, value: 1 });
    await explain({ overrides: { storage: Array.from({ length: 200 }, (_, i) => one(i)) } });
    expect(apply.mock.calls.length).toBeGreaterThanOrEqual(200);
    expect(apply.mock.calls.length).toBeLessThan(300);
  } finally {
    apply.mockRestore();
  }
});

test('an override that is given twice is named as the request names it', async () => {
  const nonces = ['0x1', '0x2'].map((nonce) => ({ contract_address: market, nonce }));
  await expect(explain({ overrides: { nonces } })).rejects.toThrow(
    'overrides.nonces: the same contract_address is there twice. Give each once.',
  );
  const { class_hash } = (await box.request('devnet_getContracts')).contracts[0]!;
  for (const contract_address of [market, '0x5eed'])
    await expect(
      explain({ overrides: { classes: [1, 2].map(() => ({ contract_address, class_hash })) } }),
    ).rejects.toThrow('overrides.classes: the same contract_address is there twice. Give each once.');
  await expect(explain({ overrides: { classes: [{ contract_address: '0x0', class_hash }] } })).rejects.toThrow(
    'overrides.classes: contract_address must not be 0',
  );
});

test('the cells of all overrides are bounded together', async () => {
  const bounded = limits as { overriddenCells: number };
  const before = bounded.overriddenCells;
  const storage = ['0x1', '0x2', '0x3'].map((key) => ({ contract_address: market, key, value: 1 }));
  try {
    bounded.overriddenCells = 2;
    await expect(explain({ overrides: { storage } })).rejects.toThrow('more than 2 cells');
    await explain({ overrides: { storage: storage.slice(1) } });
  } finally {
    bounded.overriddenCells = before;
  }
});

test('what is tried out is debugged with any number, and a class that does not compile is named', async () => {
  const debug = async (more: object) => box.request('devnet_debugEstimate', await asked(more));
  // A number that is not a plain integer keeps its text, which JSON.stringify refuses.
  const storage = [{ contract_address: market, key: '0x5', value: 1e30 }];
  expect((await debug({ overrides: { storage } })).moments).toBeGreaterThan(0);
  const { abi: _, ...rest } = readClass('exerciser') as { abi: string; sierra_program: string[] };
  const contract_class = { ...rest, abi: '[]', sierra_program: rest.sierra_program.slice(0, 40) };
  const [{ calldata: _c, account_deployment_data, ...common }] = request as [Record<string, unknown>];
  const declare = { ...common, account_deployment_data, type: 'DECLARE', compiled_class_hash: '0x1', contract_class };
  await expect(debug({ request: [declare] })).rejects.toMatchObject({ code: 41 });
  await expect(explain({ request: [declare] })).rejects.toMatchObject({ code: 41 });
});

test('overrides that make no sense are errors that name them', async () => {
  const explained = (overrides: object) => explain({ overrides });
  await expect(explained({ storage: [{ contract_address: market, key: 'traders', value: 1 }] })).rejects.toThrow(
    'traders',
  );
  await expect(explained({ storage: [{ contract_address: '0x9999', key: 'a', value: 1 }] })).rejects.toThrow(
    /not found/i,
  );
  await expect(explained({ balances: [{ address: '0x1', amount: 1, token: market }] })).rejects.toThrow(/balance/i);
  await expect(explained({ colour: 1 })).rejects.toThrow('colour');
});

test('the time and the number of the block are those of the overrides', async () => {
  const { address } = await box.deploy(readClass('exerciser'), [0n]);
  const { transactionHash } = await box.execute([{ to: address, entryPoint: 'block_info', calldata: [] }]);
  const again = await sentAgain(transactionHash);
  const seen = async (overrides?: object) =>
    JSON.stringify((await explain({ ...again, overrides })).transactions).match(/\(\d+, \d+, 0x/)?.[0];
  expect(await seen()).toMatch(/^\(\d+, \d+, 0x$/);
  expect(await seen({ time: 4_000_000_000, block_number: 900 })).toBe('(900, 4000000000, 0x');
  expect(await seen({ time: 4_000_000_000 })).toMatch(/, 4000000000, 0x$/);
});
