import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Receipt } from '../src/execution/receipt.ts';
import type { ExecutableTransaction } from '../src/execution/transaction.ts';
import { type Felt, parseFelt } from '../src/felt/felt.ts';
import { type FeltKey, keyOf } from '../src/felt/key.ts';
import type { StateDiff } from '../src/state/stateDiff.ts';

/** The JSON of a recording. It is trusted, so it is read without checks. */
// biome-ignore lint/suspicious/noExplicitAny: recordings are trusted data of many shapes.
export type Recorded = any;

/** The steps of every tape. */
export function* tapes(
  shared: string,
): Generator<{ name: string; steps: { request: Recorded; response: Recorded }[] }> {
  for (const file of readdirSync(join(shared, 'tapes')).sort())
    if (file.endsWith('.json')) yield JSON.parse(readFileSync(join(shared, 'tapes', file), 'utf8'));
}

export const felt = (text: string): Felt => parseFelt(text)!;
export const felts = (texts: readonly string[] = []): Felt[] => texts.map(felt);

export function transactionOf(json: Recorded): ExecutableTransaction {
  if (json.type === 'L1_HANDLER')
    return {
      type: 'L1_HANDLER',
      version: 0,
      nonce: felt(json.nonce),
      contractAddress: felt(json.contract_address),
      entryPointSelector: felt(json.entry_point_selector),
      calldata: felts(json.calldata) as [Felt, ...Felt[]],
      paidFeeOnL1: 1n,
    };
  const bound = (name: string) => ({
    maxAmount: BigInt(json.resource_bounds[name].max_amount),
    maxPricePerUnit: BigInt(json.resource_bounds[name].max_price_per_unit),
  });
  const fields = {
    version: 3,
    isQuery: BigInt(json.version) > 3n,
    signature: felts(json.signature),
    nonce: felt(json.nonce),
    resourceBounds: { l1Gas: bound('l1_gas'), l1DataGas: bound('l1_data_gas'), l2Gas: bound('l2_gas') },
    tip: BigInt(json.tip),
    paymasterData: felts(json.paymaster_data),
    nonceDataAvailabilityMode: json.nonce_data_availability_mode,
    feeDataAvailabilityMode: json.fee_data_availability_mode,
  } as const;
  if (json.type === 'INVOKE')
    return {
      ...fields,
      type: 'INVOKE',
      senderAddress: felt(json.sender_address),
      calldata: felts(json.calldata),
      accountDeploymentData: felts(json.account_deployment_data),
      proofFacts: felts(json.proof_facts),
    };
  if (json.type === 'DECLARE')
    return {
      ...fields,
      type: 'DECLARE',
      senderAddress: felt(json.sender_address),
      classHash: felt(json.class_hash),
      compiledClassHash: felt(json.compiled_class_hash),
      accountDeploymentData: felts(json.account_deployment_data),
    };
  return {
    ...fields,
    type: 'DEPLOY_ACCOUNT',
    contractAddress: felt(json.contract_address ?? '0x0'),
    contractAddressSalt: felt(json.contract_address_salt),
    constructorCalldata: felts(json.constructor_calldata),
    classHash: felt(json.class_hash),
  };
}

/** A recorded receipt. Its data gas does not include that of new cells, which are a separate parameter. */
export function receiptOf(json: Recorded, newCells: number): Receipt {
  const resources = json.execution_resources;
  const daGas = { l1Gas: 0n, l1DataGas: BigInt(resources.l1_data_gas), l2Gas: 0n };
  return {
    transactionHash: felt(json.transaction_hash),
    type: json.type,
    actualFee: { amount: BigInt(json.actual_fee.amount), unit: json.actual_fee.unit },
    execution:
      json.execution_status === 'REVERTED'
        ? { status: 'REVERTED', revertReason: json.revert_reason }
        : { status: 'SUCCEEDED' },
    events: json.events.map((event: Recorded) => ({
      fromAddress: felt(event.from_address),
      keys: felts(event.keys),
      data: felts(event.data),
    })),
    messages: json.messages_sent.map((message: Recorded) => ({
      fromAddress: felt(message.from_address),
      toAddress: felt(message.to_address),
      payload: felts(message.payload),
    })),
    gas: {
      l1Gas: BigInt(resources.l1_gas),
      l1DataGas: daGas.l1DataGas + 32n * BigInt(newCells),
      l2Gas: BigInt(resources.l2_gas),
    },
    daGas,
  };
}

export function stateDiffOf(json: Recorded): StateDiff {
  const key = (text: string): FeltKey => keyOf(felt(text));
  const map = (list: Recorded[], from: string, to: string) =>
    new Map<FeltKey, FeltKey>(list.map((entry) => [key(entry[from]), key(entry[to])]));
  return {
    storage: new Map(
      json.storage_diffs.map((diff: Recorded) => [key(diff.address), map(diff.storage_entries, 'key', 'value')]),
    ),
    nonces: map(json.nonces, 'contract_address', 'nonce'),
    deployed: map(json.deployed_contracts, 'address', 'class_hash'),
    replaced: map(json.replaced_classes, 'contract_address', 'class_hash'),
    declared: map(json.declared_classes, 'class_hash', 'compiled_class_hash'),
    deprecatedDeclared: new Set(json.deprecated_declared_classes.map(key)),
  };
}
