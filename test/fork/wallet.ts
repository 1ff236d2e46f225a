import { readFileSync } from 'node:fs';
import { compileClass } from '../../src/classes/compileClass.ts';
import type { DeclaredClass } from '../../src/classes/declaredClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { transactionHash } from '../../src/execution/hash/transactionHash.ts';
import type { InvokeV3 } from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, toFelt } from '../../src/felt/felt.ts';
import { starkSign } from '../../src/felt/stark.ts';
import type { PredeployedAccount, Sandbox } from '../../src/index.ts';
import { formatClass } from '../../src/rpc/format/contractClass.ts';

export const hex = (value: bigint): string => `0x${value.toString(16)}`;

export interface Call {
  readonly to: bigint;
  readonly name: string;
  readonly calldata: readonly bigint[];
}

const BOUNDS = {
  l1Gas: { maxAmount: 100_000n, maxPricePerUnit: 10n ** 10n },
  l1DataGas: { maxAmount: 100_000n, maxPricePerUnit: 10n ** 10n },
  l2Gas: { maxAmount: 500_000_000n, maxPricePerUnit: 10n ** 10n },
};

/** Signs and sends transactions of a predeployed account; the nonce is asked for each time. */
export class Wallet {
  readonly #box: Sandbox;
  readonly #account: PredeployedAccount;

  constructor(box: Sandbox, account: PredeployedAccount = box.accounts[0]!) {
    this.#box = box;
    this.#account = account;
  }

  /** Sends an invocation of some calls; its hash. */
  async invoke(...calls: readonly Call[]): Promise<string> {
    const { transaction_hash } = await this.#box.request<{ transaction_hash: string }>(
      'starknet_addInvokeTransaction',
      await this.sign(...calls),
    );
    return transaction_hash;
  }

  /** The parameters that send an invocation. */
  async sign(...calls: readonly Call[]): Promise<object> {
    const { address: senderAddress, privateKey } = this.#account;
    const nonce = await this.#box.request<string>('starknet_getNonce', ['pre_confirmed', hex(senderAddress)]);
    const calldata = [
      BigInt(calls.length),
      ...calls.flatMap(({ to, name, calldata }) => [to, selectorOf(name), BigInt(calldata.length), ...calldata]),
    ].map(toFelt);
    const unsigned: InvokeV3 = {
      type: 'INVOKE',
      version: 3,
      isQuery: false,
      senderAddress,
      calldata,
      nonce: toFelt(BigInt(nonce)),
      signature: [],
      resourceBounds: BOUNDS,
      tip: 0n,
      paymasterData: [],
      accountDeploymentData: [],
      proofFacts: [],
      nonceDataAvailabilityMode: 'L1',
      feeDataAvailabilityMode: 'L1',
    };
    const chainId = toFelt(BigInt(await this.#box.request<string>('starknet_chainId')));
    const { r, s } = starkSign(privateKey, transactionHash(unsigned, chainId));
    const bound = (gas: keyof typeof BOUNDS) => ({
      max_amount: hex(BOUNDS[gas].maxAmount),
      max_price_per_unit: hex(BOUNDS[gas].maxPricePerUnit),
    });
    return {
      invoke_transaction: {
        type: 'INVOKE',
        version: '0x3',
        sender_address: hex(senderAddress),
        calldata: calldata.map(hex),
        nonce,
        signature: [hex(r), hex(s)],
        resource_bounds: {
          l1_gas: bound('l1Gas'),
          l1_data_gas: bound('l1DataGas'),
          l2_gas: bound('l2Gas'),
        },
        tip: '0x0',
        paymaster_data: [],
        account_deployment_data: [],
        nonce_data_availability_mode: 'L1',
        fee_data_availability_mode: 'L1',
      },
    };
  }
}

let compiled: DeclaredClass | undefined;

/** Our contract for tests, compiled once. */
export function exerciserClass(): DeclaredClass {
  const path = new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url);
  return (compiled ??= compileClass(readClassText(readFileSync(path, 'utf8'))));
}

/** Puts the contract for tests at an address. */
export async function deployExerciser(box: Sandbox, address: bigint): Promise<void> {
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
