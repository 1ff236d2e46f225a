import { readFileSync } from 'node:fs';
import { compileClass } from '../../../src/classes/compileClass.ts';
import type { DeclaredClass } from '../../../src/classes/declaredClass.ts';
import { readClassText } from '../../../src/classes/readClassText.ts';
import { selectorOf } from '../../../src/execution/hash/address.ts';
import { transactionHash } from '../../../src/execution/hash/transactionHash.ts';
import type { DeclareV3, DeployAccountV3, InvokeV3 } from '../../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, toFelt } from '../../../src/felt/felt.ts';
import { starkSign } from '../../../src/felt/stark.ts';
import type { RpcParams, Sandbox, SandboxAccount, Signer } from '../../../src/index.ts';
import { formatClass } from '../../../src/rpc/format/contractClass.ts';

export const hex = (value: bigint): string => `0x${value.toString(16)}`;

export interface Call {
  readonly to: bigint;
  readonly name: string;
  readonly calldata: readonly bigint[];
}

const BOUNDS = {
  l1Gas: { maxAmount: 100_000n, maxPricePerUnit: 10n ** 10n },
  l1DataGas: { maxAmount: 100_000n, maxPricePerUnit: 10n ** 10n },
  l2Gas: { maxAmount: 1_100_000_000n, maxPricePerUnit: 4n * 10n ** 9n },
};

/** A chain that is used in this process or over the network. */
export type Chain = Pick<Sandbox, 'request'> & { readonly accounts: readonly SandboxAccount[] };

const FIELDS = {
  version: 3,
  isQuery: false,
  signature: [],
  resourceBounds: BOUNDS,
  tip: 0n,
  paymasterData: [],
  nonceDataAvailabilityMode: 'L1',
  feeDataAvailabilityMode: 'L1',
} as const;

const wireBound = (gas: keyof typeof BOUNDS) => ({
  max_amount: hex(BOUNDS[gas].maxAmount),
  max_price_per_unit: hex(BOUNDS[gas].maxPricePerUnit),
});
type InvokeInput = Extract<
  RpcParams<'starknet_addInvokeTransaction'>,
  { invoke_transaction: unknown }
>['invoke_transaction'];

const WIRE = {
  version: '0x3',
  resource_bounds: { l1_gas: wireBound('l1Gas'), l1_data_gas: wireBound('l1DataGas'), l2_gas: wireBound('l2Gas') },
  tip: '0x0',
  paymaster_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
} as const;

/** Signs and sends transactions of an account. The nonce is requested each time. */
export class Wallet {
  readonly #box: Chain;
  readonly #account: { readonly address: Felt; readonly privateKey: Felt };

  constructor(box: Chain, account: Signer = box.accounts[0]!) {
    this.#box = box;
    this.#account = { address: toFelt(BigInt(account.address)), privateKey: toFelt(BigInt(account.privateKey)) };
  }

  /** Sends an INVOKE with some calls and returns its hash. */
  async invoke(...calls: readonly Call[]): Promise<string> {
    return this.#send('Invoke', await this.sign(...calls));
  }

  /** The parameters of addInvokeTransaction. */
  async sign(...calls: readonly Call[]): Promise<{ readonly invoke_transaction: InvokeInput }> {
    const { address: senderAddress } = this.#account;
    const calldata = [
      BigInt(calls.length),
      ...calls.flatMap(({ to, name, calldata }) => [to, selectorOf(name), BigInt(calldata.length), ...calldata]),
    ].map(toFelt);
    const nonce = await this.#nonce();
    const unsigned: InvokeV3 = {
      ...FIELDS,
      type: 'INVOKE',
      senderAddress,
      calldata,
      nonce,
      accountDeploymentData: [],
      proofFacts: [],
    };
    return {
      invoke_transaction: {
        ...WIRE,
        type: 'INVOKE',
        sender_address: hex(senderAddress),
        calldata: calldata.map(hex),
        nonce: hex(nonce),
        signature: await this.#signature(unsigned),
        account_deployment_data: [],
      },
    };
  }

  /** Declares a Sierra class and returns the transaction's hash. */
  async declare({ classHash, compiledClassHash, definition }: DeclaredClass): Promise<string> {
    const { address: senderAddress } = this.#account;
    const nonce = await this.#nonce();
    const unsigned: DeclareV3 = {
      ...FIELDS,
      type: 'DECLARE',
      senderAddress,
      classHash,
      compiledClassHash,
      nonce,
      accountDeploymentData: [],
    };
    return this.#send('Declare', {
      declare_transaction: {
        ...WIRE,
        type: 'DECLARE',
        sender_address: hex(senderAddress),
        compiled_class_hash: hex(compiledClassHash),
        contract_class: await formatClass(definition),
        nonce: hex(nonce),
        signature: await this.#signature(unsigned),
        account_deployment_data: [],
      },
    });
  }

  /** Deploys the account itself and returns the transaction's hash. */
  async deployAccount(classHash: Felt, salt: Felt, constructorCalldata: readonly Felt[]): Promise<string> {
    const unsigned: DeployAccountV3 = {
      ...FIELDS,
      type: 'DEPLOY_ACCOUNT',
      contractAddress: this.#account.address,
      contractAddressSalt: salt,
      constructorCalldata,
      classHash,
      nonce: toFelt(0n),
    };
    return this.#send('DeployAccount', {
      deploy_account_transaction: {
        ...WIRE,
        type: 'DEPLOY_ACCOUNT',
        contract_address_salt: hex(salt),
        constructor_calldata: constructorCalldata.map(hex),
        class_hash: hex(classHash),
        nonce: '0x0',
        signature: await this.#signature(unsigned),
      },
    });
  }

  async #nonce(): Promise<Felt> {
    const { address } = this.#account;
    return toFelt(BigInt(await this.#box.request<string>('starknet_getNonce', ['pre_confirmed', hex(address)])));
  }

  async #signature(transaction: InvokeV3 | DeclareV3 | DeployAccountV3): Promise<string[]> {
    const chainId = toFelt(BigInt(await this.#box.request<string>('starknet_chainId')));
    const { r, s } = starkSign(this.#account.privateKey, transactionHash(transaction, chainId));
    return [hex(r), hex(s)];
  }

  async #send(kind: string, params: object): Promise<string> {
    const sent = await this.#box.request<{ transaction_hash: string }>(`starknet_add${kind}Transaction`, params);
    return sent.transaction_hash;
  }
}

let compiled: DeclaredClass | undefined;

/** One of our own classes, compiled. Another name in its ABI makes it another class. */
export function ownClass(file: string, name?: string): DeclaredClass {
  const path = new URL(`../../../contracts/classes/${file}.sierra.json`, import.meta.url);
  const text = readFileSync(path, 'utf8');
  if (name === undefined) return compileClass(readClassText(text));
  const { abi, ...rest } = JSON.parse(text);
  const items = typeof abi === 'string' ? JSON.parse(abi) : abi;
  const mark = { type: 'event', name, kind: 'struct', members: [] };
  return compileClass(readClassText(JSON.stringify({ ...rest, abi: [...items, mark] })));
}

/** Our contract for tests, compiled once. */
export function exerciserClass(): DeclaredClass {
  return (compiled ??= ownClass('exerciser'));
}

/** Puts the contract for tests at an address. */
export async function deployExerciser(box: Chain, address: bigint): Promise<void> {
  const { classHash, definition } = exerciserClass();
  await box.request('devnet_applyStateDiff', {
    state_diff: {
      deployed_contracts: [{ address: hex(address), class_hash: formatFelt(classHash) }],
    },
    classes: [{ contract_class: await formatClass(definition) }],
  });
}

export const STRK = 0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn as Felt;
export const SEPOLIA = feltOfAscii('SN_SEPOLIA');
