import type { Account } from '@ethereumjs/util';
import type { EvmL1 } from '../chain/l1Connection.ts';
import { L1Error } from '../l1/l1Error.ts';
import { l1Address } from '../l1/l1Transaction.ts';
import { encodeWords } from '../l1/messagingAbi.ts';
import { PersistentMap } from '../state/persistentMap.ts';
import { PersistentVector } from '../state/persistentVector.ts';
import { EvmMachine } from './evmMachine.ts';
import type { EvmPackages } from './evmPackages.ts';
import { L1_BALANCE, l1Accounts, POSTMAN_KEY } from './l1Accounts.ts';
import type { L1Head } from './l1Head.ts';
import type { L1Start } from './loadEvm.ts';
import { mineBlock, withBlock } from './mineBlock.ts';
import { postmanTransaction } from './postman.ts';

const FIRST_BASE_FEE = 10n ** 9n;

/** A new L1 with its accounts and the messaging contract. */
export async function startL1(packages: EvmPackages, { bytecode, cancellationSeconds, now }: L1Start): Promise<EvmL1> {
  const first = await genesis(new EvmMachine(packages), now);
  const deployment = postmanTransaction(first, {
    data: `${bytecode}${encodeWords([cancellationSeconds])}` as `0x${string}`,
    nonce: 0n,
  });
  const head = await mineBlock(first, [deployment], now);
  const { contractAddress } = head.blocks.last!.executed[0]!.receipt;
  if (typeof contractAddress !== 'string') throw new L1Error('The messaging contract could not be deployed');
  const start = { head, cursor: { block: BigInt(head.blocks.length), logIndex: 0 } };
  return { kind: 'evm', contractAddress: BigInt(contractAddress), ...start, start };
}

async function genesis(machine: EvmMachine, now: bigint): Promise<L1Head> {
  const { Account: NewAccount, createAddressFromString } = machine.packages.util;
  const { store, state } = await machine.stateAt(PersistentMap.empty());
  const rich = (): Account => new NewAccount(0n, L1_BALANCE);
  for (const address of [...l1Accounts().map((account) => account.address), l1Address(BigInt(POSTMAN_KEY))])
    await state.putAccount(createAddressFromString(address), rich());
  await state.flush();
  const header = machine.block({
    number: 0n,
    timestamp: now - 1n,
    gasLimit: 30_000_000n,
    baseFeePerGas: FIRST_BASE_FEE,
    stateRoot: await state.getStateRoot(),
  }).header;
  const empty: L1Head = {
    machine,
    nodes: store.nodes,
    bytes: 0,
    blocks: PersistentVector.empty(),
    stateRoot: header.stateRoot,
    blockByHash: PersistentMap.empty(),
    placeByHash: PersistentMap.empty(),
    secondsAhead: 0n,
    nextTime: undefined,
    impersonated: [],
    autoImpersonates: false,
    snapshots: [],
    nextSnapshot: 1,
  };
  return withBlock(empty, header, { executed: [], bytes: store.addedBytes });
}
