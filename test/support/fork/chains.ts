import type { FetchLike } from '../../../src/fork/transport.ts';
import { Sandbox, type SandboxOptions } from '../../../src/index.ts';
import { type Chain, deployExerciser, hex, STRK, Wallet } from './wallet.ts';

export const EXERCISER = 0xe5e5n;
export const URL = 'http://origin.test/';

/** Counts the requests to an origin. */
export interface Counted {
  readonly fetch: FetchLike;
  calls: number;
  /** The number of requests, including the members of batches. */
  readonly methods: string[];
}

/** A `fetch` for a sandbox that counts requests. */
export function counted(box: Sandbox): Counted {
  const counter: Counted = {
    calls: 0,
    methods: [],
    fetch: (url, init) => {
      counter.calls++;
      const parsed = JSON.parse(init.body);
      for (const { method } of Array.isArray(parsed) ? parsed : [parsed]) counter.methods.push(method);
      return box.fetch(url, init);
    },
  };
  return counter;
}

/** Makes a chain with a history: our test contract, its events and values, transfers, messages and reverts. */
export async function busyOrigin(transactions: number, options: SandboxOptions = {}): Promise<Sandbox> {
  const box = await Sandbox.create({ seed: 11, accounts: 3, stateArchiveCapacity: 'full', ...options });
  await fillChain(box, transactions);
  return box;
}

/** Gives a chain that history. */
export async function fillChain(box: Chain, transactions: number): Promise<void> {
  await deployExerciser(box, EXERCISER);
  const wallets = box.accounts.map((account) => new Wallet(box, account));
  for (let i = 0; i < transactions; i++) {
    const wallet = wallets[i % wallets.length]!;
    const to = box.accounts[(i + 1) % box.accounts.length]!.address;
    if (i % 5 === 0) await box.request('devnet_mint', { address: to, amount: i + 1, unit: 'FRI' });
    else if (i % 5 === 1) await wallet.invoke({ to: EXERCISER, name: 'set', calldata: [BigInt(i), BigInt(i * i)] });
    else if (i % 5 === 2) await wallet.invoke({ to: EXERCISER, name: 'emit_many', calldata: [2n] });
    else if (i % 5 === 3) await wallet.invoke({ to: STRK, name: 'transfer', calldata: [BigInt(to), BigInt(i), 0n] });
    else if (i % 10 === 4) await wallet.invoke({ to: EXERCISER, name: 'panic_with', calldata: [1n, 0x4f68n] });
    else await wallet.invoke({ to: EXERCISER, name: 'increase', calldata: [1n] });
  }
}

/** A fork of a sandbox in this process. */
export function forkOf(
  origin: Sandbox,
  { blockNumber, fetch, ...options }: SandboxOptions & { blockNumber?: number } = {},
): Promise<Sandbox> {
  return Sandbox.create({
    seed: 22,
    accounts: 2,
    stateArchiveCapacity: 'full',
    fork: { url: URL, block: blockNumber },
    fetch: fetch ?? origin.fetch,
    ...options,
  });
}

/** The answer of a method as plain data, even if it is an error. */
export async function outcome(box: Pick<Sandbox, 'request'>, method: string, params: unknown): Promise<unknown> {
  try {
    return { result: await box.request<unknown>(method, params) };
  } catch (error) {
    const { code, data } = error as { code: number; data: unknown };
    return { code, data };
  }
}

export const block = (number: number) => ({ block_number: number });
export const balance = (box: Sandbox, address: bigint, blockId: unknown = 'latest') =>
  box.request<string[]>('starknet_call', {
    request: {
      contract_address: hex(STRK),
      entry_point_selector: '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e',
      calldata: [hex(address)],
    },
    block_id: blockId,
  });
