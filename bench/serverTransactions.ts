// Signed transactions as JSON-RPC text. They are made before a measurement, since the work of clients is not measured.
import { selectorOf } from '../src/execution/hash/address.ts';
import type { DeclareV3, InvokeV3, V3Fields } from '../src/execution/transaction.ts';
import { type Felt, formatFelt, parseFelt, toFelt } from '../src/felt/felt.ts';
import { abiText } from '../src/sierra/class/abiText.ts';
import { compileSierra } from '../src/sierra/index.ts';
import { wire } from '../test/support/wallet.ts';

export const STRK = parseFelt('0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d')!;

export interface Account {
  readonly address: string;
  readonly private_key: string;
}

const hex = (felts: readonly Felt[]) => felts.map(formatFelt);

const common = (nonce: number, l2Gas = 1_000_000_000n): Omit<V3Fields, 'type'> => ({
  version: 3,
  isQuery: false,
  nonce: toFelt(nonce),
  signature: [],
  resourceBounds: {
    l1Gas: { maxAmount: 10_000_000n, maxPricePerUnit: 2_000_000_000n },
    l1DataGas: { maxAmount: 200_000n, maxPricePerUnit: 2_000_000_000n },
    l2Gas: { maxAmount: l2Gas, maxPricePerUnit: 2_000_000_000n },
  },
  tip: 0n,
  paymasterData: [],
  nonceDataAvailabilityMode: 'L1',
  feeDataAvailabilityMode: 'L1',
});

const signedFields = (transaction: InvokeV3 | DeclareV3, { private_key }: Account) =>
  wire(transaction, { address: transaction.senderAddress, privateKey: parseFelt(private_key)! });

/** A call of a contract by a transaction. */
export interface ContractCall {
  readonly to: Felt;
  readonly entryPoint: string;
  readonly calldata: readonly (bigint | number)[];
}

/** A transaction that makes one call. */
export function invokeText(account: Account, nonce: number, { to, entryPoint, calldata }: ContractCall): string {
  const invoke: InvokeV3 = {
    ...common(nonce),
    type: 'INVOKE',
    senderAddress: parseFelt(account.address)!,
    calldata: [1n, to, selectorOf(entryPoint), calldata.length, ...calldata].map((felt) => toFelt(felt)),
    accountDeploymentData: [],
    proofFacts: [],
  };
  const fields = { ...signedFields(invoke, account), calldata: hex(invoke.calldata) };
  return JSON.stringify({
    jsonrpc: '2.0',
    id: nonce,
    method: 'starknet_addInvokeTransaction',
    params: { invoke_transaction: fields },
  });
}

/** A transfer of fee tokens. */
export const transferText = (account: Account, nonce: number): string =>
  invokeText(account, nonce, { to: STRK, entryPoint: 'transfer', calldata: [0x1234, 1, 0] });

/** A class file of the Cairo compiler. */
export interface ClassFile {
  readonly sierra_program: readonly string[];
  readonly contract_class_version: string;
  readonly entry_points_by_type: unknown;
  readonly abi: unknown;
}

/** A declaration, with the hashes that a client computes. */
export function declareText(account: Account, nonce: number, file: ClassFile): string {
  const { sierra_program, contract_class_version, entry_points_by_type } = file;
  const abi = abiText(file.abi);
  const contractClass = { sierra_program, contract_class_version, entry_points_by_type, abi };
  const { classHash, compiledClassHash } = compileSierra(contractClass);
  const declare: DeclareV3 = {
    ...common(nonce, 5_000_000_000n),
    type: 'DECLARE',
    senderAddress: parseFelt(account.address)!,
    classHash: parseFelt(classHash)!,
    compiledClassHash: parseFelt(compiledClassHash)!,
    accountDeploymentData: [],
  };
  const fields = {
    ...signedFields(declare, account),
    compiled_class_hash: compiledClassHash,
    contract_class: contractClass,
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id: nonce,
    method: 'starknet_addDeclareTransaction',
    params: { declare_transaction: fields },
  });
}
