// What changes an L1 in this process: transactions, and the methods of anvil and hardhat for tests.
import type { Address } from '@ethereumjs/util';
import { limits } from '../protocol/limits.ts';
import { putCode, putSlot } from './accountEdits.ts';
import { checkL1Bytes } from './checkL1Bytes.ts';
import { invalidParams } from './ethError.ts';
import { address, boolean, bytes, call, object, optional, quantity } from './ethParams.ts';
import type { EthRequest } from './ethReads.ts';
import type { OpenState } from './evmMachine.ts';
import { quantity as hex } from './formatTransaction.ts';
import { type L1Head, newestBlock } from './l1Head.ts';
import { mineBlock } from './mineBlock.ts';
import { ownTransaction, rawTransaction } from './sendTransaction.ts';

interface Written {
  readonly head: L1Head;
  readonly result: unknown;
}

type Write = (request: EthRequest) => Promise<Written> | Written;

/** Mines a transaction in a block of its own, and gives its hash. */
async function sent({ head, now, work }: EthRequest, transaction: ReturnType<typeof rawTransaction>): Promise<Written> {
  const after = await mineBlock(head, [transaction], now, work);
  return { head: after, result: newestBlock(after).executed[0]!.transaction.hash };
}

function checkRoom(count: number, what: string): void {
  if (count >= limits.l1Items) throw invalidParams(`There are ${count} ${what}, and no more than that.`);
}

/** Mines empty blocks, a given number of seconds apart. */
async function minedBlocks(request: EthRequest, count: bigint, seconds = 1n): Promise<L1Head> {
  let { head } = request;
  if (count > BigInt(limits.l1Items)) throw invalidParams(`At most ${limits.l1Items} blocks are mined at once.`);
  for (let i = 0n; i < count; i++) {
    if (i > 0n) head = { ...head, nextTime: newestBlock(head).header.timestamp + (seconds > 0n ? seconds : 1n) };
    head = await mineBlock(head, [], request.now, request.work);
  }
  return head;
}

const mine: Write = async (request) => {
  const [count, seconds] = request.params;
  const read = [optional(quantity)(count, 'blocks') ?? 1n, optional(quantity)(seconds, 'seconds')] as const;
  return { head: await minedBlocks(request, ...read), result: null };
};

type Change = (state: OpenState['state'], of: Address, request: EthRequest) => Promise<void>;

/** Changes an account without a transaction. */
const edit =
  (change: Change): Write =>
  async (request) => {
    const { head } = request;
    checkL1Bytes(head);
    const { machine } = head;
    const of = machine.packages.util.createAddressFromString(address(request.params[0], 'address'));
    const { state, store } = await machine.stateAt(head.nodes, head.stateRoot);
    await change(state, of, request);
    await state.flush();
    const edited = {
      ...head,
      stateRoot: await state.getStateRoot(),
      nodes: store.nodes,
      bytes: head.bytes + store.addedBytes,
    };
    return { head: edited, result: true };
  };

const setBalance = edit(async (state, of, { params }) =>
  state.modifyAccountFields(of, { balance: quantity(params[1], 'balance') }),
);
const setNonce = edit(async (state, of, { params }) =>
  state.modifyAccountFields(of, { nonce: quantity(params[1], 'nonce') }),
);
const setCode = edit((state, of, { head, params }) => putCode(head.machine, state, of, bytes(params[1], 'code')));
const setStorageAt = edit((state, of, { head, params }) =>
  putSlot(head.machine, state, of, [quantity(params[1], 'slot'), quantity(params[2], 'value')]),
);

const impersonate: Write = ({ head, params }) => {
  const of = address(params[0], 'address');
  checkRoom(head.impersonated.length, 'impersonated accounts');
  return { head: { ...head, impersonated: [...new Set([...head.impersonated, of])] }, result: null };
};

const stopImpersonating: Write = ({ head, params }) => {
  const of = address(params[0], 'address');
  return { head: { ...head, impersonated: head.impersonated.filter((each) => each !== of) }, result: null };
};

/** Whether every account may send without a key. */
const autoImpersonate: Write = ({ head, params }) => ({
  head: { ...head, autoImpersonates: boolean(params[0], 'enabled') },
  result: null,
});

/** Makes L1 as it was when it started. The ids of snapshots go on, so that no old one is that of another. */
const reset: Write = ({ head, first, params }) => {
  const { forking, ...others } = optional(object)(params[0], 'options') ?? {};
  // viem always names the members of a fork, without their values.
  const isGiven = (value: unknown) => value !== undefined && value !== null && !Number.isNaN(value);
  const fork = Object.values(optional(object)(forking, 'options.forking') ?? {});
  if (Object.keys(others).length > 0 || fork.some(isGiven))
    throw invalidParams('This L1 is no fork, and cannot become one: call this method without options.');
  return { head: { ...first, nextSnapshot: head.nextSnapshot }, result: true };
};

const asBoth = (methods: Readonly<Record<string, Write>>): Readonly<Record<string, Write>> =>
  Object.fromEntries(
    Object.entries(methods).flatMap(([name, run]) => ['anvil_', 'hardhat_'].map((prefix) => [`${prefix}${name}`, run])),
  );

export const ethWrites: Readonly<Record<string, Write>> = {
  eth_sendRawTransaction: (request) =>
    sent(request, rawTransaction(request.head, bytes(request.params[0], 'transaction'))),
  eth_sendTransaction: async (request) => {
    const { head, params, now, work } = request;
    return sent(request, await ownTransaction(head, call(params[0], 'transaction'), now, work));
  },
  evm_mine: async (request) => {
    const time = optional(quantity)(request.params[0], 'time');
    const head = time === undefined ? request.head : { ...request.head, nextTime: time };
    return { head: await minedBlocks({ ...request, head }, 1n), result: '0x0' };
  },
  evm_setAutomine: ({ head, params }) => {
    if (!boolean(params[0], 'enabled'))
      throw invalidParams('Each transaction is mined at once. Transactions that wait need another L1, such as anvil.');
    return { head, result: null };
  },
  evm_snapshot: ({ head }) => {
    checkRoom(head.snapshots.length, 'snapshots');
    const id = hex(head.nextSnapshot);
    const snapshots = [...head.snapshots, { id, head }];
    return { head: { ...head, snapshots, nextSnapshot: head.nextSnapshot + 1 }, result: id };
  },
  evm_revert: ({ head, params }) => {
    const id = hex(quantity(params[0], 'snapshot'));
    const found = head.snapshots.find((snapshot) => snapshot.id === id);
    // As on other nodes, a snapshot is used once, and those after it are gone.
    return found ? { head: { ...found.head, nextSnapshot: head.nextSnapshot }, result: true } : { head, result: false };
  },
  evm_increaseTime: ({ head, params }) => {
    const secondsAhead = head.secondsAhead + quantity(params[0], 'seconds');
    return { head: { ...head, secondsAhead }, result: hex(secondsAhead) };
  },
  evm_setNextBlockTimestamp: ({ head, params }) => {
    const nextTime = quantity(params[0], 'time');
    const { timestamp } = newestBlock(head).header;
    if (nextTime <= timestamp) throw invalidParams(`The time must be after that of the newest block, ${timestamp}.`);
    return { head: { ...head, nextTime }, result: null };
  },
  ...asBoth({
    mine,
    setBalance,
    setNonce,
    setCode,
    setStorageAt,
    impersonateAccount: impersonate,
    stopImpersonatingAccount: stopImpersonating,
    autoImpersonateAccount: autoImpersonate,
    reset,
  }),
};
