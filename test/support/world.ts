// A small chain for tests of transactions, with an account and a fee token from a public package.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseCasm } from '../../src/cairo/casmJson.ts';
import type { Machine } from '../../src/cairo/machine.ts';
import { WasmMachine } from '../../src/cairo/wasm/wasmMachine.ts';
import type { DeclaredClass } from '../../src/classes/declaredClass.ts';
import { readClass } from '../../src/classes/readClass.ts';
import { sierraDeclaredClass } from '../../src/classes/sierraDeclaredClass.ts';
import type { BlockContext } from '../../src/execution/blockContext.ts';
import { executeTransaction } from '../../src/execution/executeTransaction.ts';
import { balanceCellsOf } from '../../src/execution/feeToken.ts';
import { contractAddress, selectorOf, storageAddress } from '../../src/execution/hash/address.ts';
import { transactionHash } from '../../src/execution/hash/transactionHash.ts';
import type { ExecutionFlags, ExecutionResult, Outcome, Rejection } from '../../src/execution/outcome.ts';
import type {
  AccountTransaction,
  DeclareV3,
  DeployAccountV3,
  InvokeV3,
  ResourceBounds,
  Submission,
} from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, toFelt } from '../../src/felt/felt.ts';
import { feltOf, keyOf } from '../../src/felt/key.ts';
import { starkPublicKey, starkSign } from '../../src/felt/stark.ts';
import { PROTOCOL_0_14_4 } from '../../src/protocol/v0_14_4.ts';
import type { SierraClass } from '../../src/sierra/class/sierraClass.ts';
import { State } from '../../src/state/state.ts';
import { TransactionState } from '../../src/state/transactionState.ts';
import { runLocal } from './runLocal.ts';

const artifacts = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../node_modules/@hyperlane-xyz/starknet-core/dist/artifacts',
);

async function artifact(file: string): Promise<unknown> {
  const module = (await import(pathToFileURL(join(artifacts, file)).href)) as Record<string, unknown>;
  return Object.values(module)[0];
}

/** A real class with its real compiled form. */
export async function publicClass(name: string): Promise<DeclaredClass> {
  const definition = readClass(await artifact(`${name}.contract_class.js`)) as SierraClass;
  return sierraDeclaredClass(definition, parseCasm(await artifact(`${name}.compiled_contract_class.js`)));
}

const PRICE = { wei: 1_000_000_000n, fri: 1_000_000_000n };
const bound = (maxAmount: bigint) => ({ maxAmount, maxPricePerUnit: 2_000_000_000n });

export const CHAIN_ID = feltOfAscii('SN_SEPOLIA');
export const TOKEN = toFelt(0x70c);
export const SEQUENCER = toFelt(0x1000);
export const ENOUGH: ResourceBounds = { l1Gas: bound(100_000n), l1DataGas: bound(10_000n), l2Gas: bound(10n ** 10n) };
export const ZERO_BOUNDS: ResourceBounds = {
  l1Gas: { maxAmount: 0n, maxPricePerUnit: 0n },
  l1DataGas: { maxAmount: 0n, maxPricePerUnit: 0n },
  l2Gas: { maxAmount: 0n, maxPricePerUnit: 0n },
};
export const SEND: ExecutionFlags = {
  onlyQuery: false,
  chargeFee: true,
  validate: true,
  strictNonce: true,
  checkSize: true,
};
export const ESTIMATE: ExecutionFlags = { ...SEND, onlyQuery: true, chargeFee: false };

/** An account of the test. */
export interface Account {
  readonly privateKey: Felt;
  readonly publicKey: Felt;
  readonly address: Felt;
}

/** The classes of every world. They are read once and not compiled. */
export const CLASSES = {
  account: await publicClass('contracts_MockAccount'),
  token: await publicClass('contracts_Ether'),
};

export function newAccount(seed: number): Account {
  const privateKey = toFelt(0x1234_5678n * BigInt(seed + 1));
  const publicKey = starkPublicKey(privateKey);
  const address = contractAddress(toFelt(0), toFelt(7), CLASSES.account.classHash, [publicKey]);
  return { privateKey, publicKey, address };
}

/** A state with two rich accounts, and a block to execute in. */
export class World {
  state: State;
  readonly machine: Machine;
  readonly accounts: readonly [Account, Account];
  readonly block: BlockContext = {
    number: 12,
    timestamp: 1_700_000_000n,
    sequencerAddress: keyOf(SEQUENCER),
    prices: { l1Gas: PRICE, l1DataGas: PRICE, l2Gas: PRICE },
    blobDa: true,
    chainId: keyOf(CHAIN_ID),
    feeTokens: { eth: keyOf(toFelt(0xe74)), strk: keyOf(TOKEN) },
    constants: PROTOCOL_0_14_4,
  };

  constructor(machine: Machine = new WasmMachine()) {
    this.machine = machine;
    this.accounts = [newAccount(0), newAccount(1)];
    const ground = new TransactionState(State.over());
    ground.setClassHash(keyOf(TOKEN), keyOf(CLASSES.token.classHash));
    for (const { address, publicKey } of this.accounts) {
      ground.setClassHash(keyOf(address), keyOf(CLASSES.account.classHash));
      ground.setStorage(keyOf(address), keyOf(storageAddress('Account_public_key')), keyOf(publicKey));
      this.#setBalance(ground, address, 10n ** 22n);
    }
    this.state = State.over().apply(
      ground.diff(),
      Object.values(CLASSES).map((declared) => [keyOf(declared.classHash), declared]),
    );
  }

  #setBalance(state: TransactionState, account: Felt, amount: bigint): void {
    state.setStorage(keyOf(TOKEN), balanceCellsOf(keyOf(account))[0], keyOf(toFelt(amount)));
  }

  fund(account: Felt, amount: bigint): void {
    const state = new TransactionState(this.state);
    this.#setBalance(state, account, amount);
    this.state = this.state.apply(state.diff());
  }

  balance(account: Felt): bigint {
    return feltOf(this.state.storageAt(keyOf(TOKEN), balanceCellsOf(keyOf(account))[0]));
  }

  nonce(account: Felt): Felt {
    return feltOf(this.state.nonceAt(keyOf(account)));
  }

  /** Calls of the accounts' multicall, signed. */
  invoke(
    account: Account,
    calls: readonly { to: Felt; name: string; calldata: readonly (Felt | number | bigint)[] }[],
    fields: Partial<InvokeV3> = {},
  ): Submission {
    const calldata = [
      toFelt(calls.length),
      ...calls.flatMap(({ to, name, calldata: inner }) => [
        to,
        selectorOf(name),
        toFelt(inner.length),
        ...inner.map(toFelt),
      ]),
    ];
    const transaction: InvokeV3 = {
      ...this.#fields(account),
      type: 'INVOKE',
      senderAddress: account.address,
      calldata,
      accountDeploymentData: [],
      proofFacts: [],
      ...fields,
    };
    return signed(transaction, account);
  }

  transfer(from: Account, to: Felt, amount: bigint, fields: Partial<InvokeV3> = {}): Submission {
    return this.invoke(from, [{ to: TOKEN, name: 'transfer', calldata: [to, amount, 0n] }], fields);
  }

  declare(account: Account, declaredClass: DeclaredClass, fields: Partial<DeclareV3> = {}): Submission {
    const { classHash, compiledClassHash } = declaredClass;
    const transaction: DeclareV3 = {
      ...this.#fields(account),
      type: 'DECLARE',
      senderAddress: account.address,
      classHash,
      compiledClassHash,
      accountDeploymentData: [],
      ...fields,
    };
    return { ...signed(transaction, account), transaction: sign(transaction, account) as DeclareV3, declaredClass };
  }

  deployAccount(account: Account, fields: Partial<DeployAccountV3> = {}): Submission {
    const transaction: DeployAccountV3 = {
      ...this.#fields(account),
      type: 'DEPLOY_ACCOUNT',
      contractAddress: account.address,
      contractAddressSalt: toFelt(7),
      constructorCalldata: [account.publicKey],
      classHash: CLASSES.account.classHash,
      ...fields,
    };
    return signed(transaction, account);
  }

  #fields(account: Account) {
    return {
      version: 3,
      isQuery: false,
      signature: [],
      nonce: this.nonce(account.address),
      resourceBounds: ENOUGH,
      tip: 0n,
      paymasterData: [],
      nonceDataAvailabilityMode: 'L1',
      feeDataAvailabilityMode: 'L1',
    } as const;
  }

  run(submission: Submission, flags: ExecutionFlags = SEND): Outcome {
    const { state, block, machine } = this;
    return runLocal(executeTransaction({ state, block, machine }, submission, flags));
  }

  /** Executes a transaction, which must be included, and applies its changes. */
  include(submission: Submission, flags: ExecutionFlags = SEND): ExecutionResult {
    const outcome = this.run(submission, flags);
    if (outcome.kind === 'rejected') throw new Error(`rejected: ${JSON.stringify(outcome.rejection, plainNumbers)}`);
    this.state = this.state.apply(outcome.executed.stateDiff, outcome.executed.declared);
    return outcome.executed;
  }

  rejection(submission: Submission, flags: ExecutionFlags = SEND): Rejection {
    const outcome = this.run(submission, flags);
    if (outcome.kind === 'included') throw new Error('included');
    return outcome.rejection;
  }
}

const plainNumbers = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

function sign<T extends AccountTransaction>(transaction: T, { privateKey }: Account): T {
  if (transaction.signature.length) return transaction;
  const { r, s } = starkSign(privateKey, transactionHash(transaction, CHAIN_ID));
  return { ...transaction, signature: [r, s] };
}

/** The hash does not cover the signature, so it does not change by signing. */
function signed(transaction: InvokeV3 | DeployAccountV3 | DeclareV3, account: Account): Submission {
  const hash = transactionHash(transaction, CHAIN_ID);
  return { transaction: sign(transaction, account) as InvokeV3, hash };
}
