import { contractAddress } from '../../src/execution/hash/address.ts';
import type { IncludedTransaction } from '../../src/execution/hash/commitments.ts';
import { transactionHash } from '../../src/execution/hash/transactionHash.ts';
import type { Transaction, V3Fields } from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, parseFelt } from '../../src/felt/felt.ts';
import { felt, felts, type Recorded, receiptOf } from '../recorded.ts';
import { olderHashes } from './olderFormulas.ts';

/** A block of a network in the form of JSON-RPC, as public repositories have it. */
export interface RealBlock {
  readonly network: string;
  readonly header: Recorded;
  /** Null if only the header is known. */
  readonly transactions: readonly { readonly transaction: Recorded; readonly receipt?: Recorded }[] | null;
  readonly state_diff?: Recorded;
}

/** The name of a block in the ledger, such as mainnet-5782224. */
export const nameOfBlock = ({ network, header }: Pick<RealBlock, 'network' | 'header'>): string =>
  `${network}-${header.block_number}`;

const CHAINS: Readonly<Record<string, string>> = {
  mainnet: 'SN_MAIN',
  sepolia: 'SN_SEPOLIA',
  'sepolia-integration': 'SN_INTEGRATION_SEPOLIA',
  goerli2: 'SN_GOERLI2',
  goerli: 'SN_GOERLI',
  // The first integration network had no name of its own.
  integration: 'SN_GOERLI',
};

export const NETWORKS: readonly string[] = Object.keys(CHAINS);

/** The second Goerli had the chain id of the first up to this block. */
const LAST_BORROWED_ID = 21_086;

const chainOf = ({ network, header }: Pick<RealBlock, 'network' | 'header'>): Felt =>
  feltOfAscii(
    network === 'goerli2' && header.block_number <= LAST_BORROWED_ID ? 'SN_GOERLI' : (CHAINS[network] ?? network),
  );

/** The protocol version of a block. The first blocks do not tell theirs. */
export const protocolOf = ({ header }: Pick<RealBlock, 'header'>): string => header.starknet_version || 'before 0.9.1';

/** A transaction of any version; undefined if a part of it is missing, as in blocks of the first repositories. */
export function realTransaction(json: Recorded): Transaction | undefined {
  const version = Number(BigInt(json.version ?? 0));
  if (json.type === 'L1_HANDLER')
    return {
      type: 'L1_HANDLER',
      version: 0,
      nonce: felt(json.nonce ?? '0x0'),
      contractAddress: felt(json.contract_address),
      entryPointSelector: felt(json.entry_point_selector),
      calldata: felts(json.calldata) as [Felt, ...Felt[]],
      paidFeeOnL1: 1n,
    };
  const fields = version === 3 ? v3Fields(json) : { ...accountFields(json), maxFee: BigInt(json.max_fee ?? 0) };
  const address = parseFelt(json.sender_address ?? json.contract_address);
  return ofType(json, { ...fields, version }, address) as Transaction | undefined;
}

/** The members of a transaction by its type; those of versions that lack one ignore it. */
function ofType(json: Recorded, fields: object, address: Felt | undefined): unknown {
  const { type } = json;
  switch (type) {
    case 'INVOKE':
      return {
        ...fields,
        type,
        senderAddress: address,
        contractAddress: address,
        entryPointSelector: parseFelt(json.entry_point_selector),
        calldata: felts(json.calldata),
        accountDeploymentData: felts(json.account_deployment_data),
        proofFacts: felts(json.proof_facts),
      };
    case 'DECLARE':
      return {
        ...fields,
        type,
        senderAddress: address,
        classHash: felt(json.class_hash),
        compiledClassHash: parseFelt(json.compiled_class_hash),
        accountDeploymentData: felts(json.account_deployment_data),
      };
    case 'DEPLOY_ACCOUNT':
    case 'DEPLOY':
      return newContract(json, fields, address);
    default:
      return undefined;
  }
}

/** A deployment. Not all of them tell the address, which follows from the rest. */
function newContract(json: Recorded, fields: object, address: Felt | undefined) {
  const contractAddressSalt = felt(json.contract_address_salt);
  const constructorCalldata = felts(json.constructor_calldata);
  const classHash = felt(json.class_hash);
  const computed = () => contractAddress(0n as Felt, contractAddressSalt, classHash, constructorCalldata);
  return {
    ...fields,
    type: json.type,
    contractAddress: address ?? computed(),
    contractAddressSalt,
    constructorCalldata,
    classHash,
  };
}

const accountFields = (json: Recorded) => ({
  isQuery: false,
  signature: felts(json.signature),
  nonce: felt(json.nonce ?? '0x0'),
});

function v3Fields(json: Recorded): V3Fields {
  const bound = (name: string) => {
    const { max_amount = '0x0', max_price_per_unit = '0x0' } = json.resource_bounds[name] ?? {};
    return { maxAmount: BigInt(max_amount), maxPricePerUnit: BigInt(max_price_per_unit) };
  };
  return {
    ...accountFields(json),
    version: 3,
    resourceBounds: { l1Gas: bound('l1_gas'), l1DataGas: bound('l1_data_gas'), l2Gas: bound('l2_gas') },
    tip: BigInt(json.tip ?? 0),
    paymasterData: felts(json.paymaster_data),
    nonceDataAvailabilityMode: json.nonce_data_availability_mode,
    feeDataAvailabilityMode: json.fee_data_availability_mode,
  };
}

/** The hash that we compute for a transaction of a block; undefined if a part of the transaction is missing. */
export function hashIn(block: Pick<RealBlock, 'network' | 'header'>, json: Recorded): Felt | undefined {
  const transaction = realTransaction(json);
  if (!transaction) return undefined;
  const chainId = chainOf(block);
  const hash = transactionHash(transaction, chainId);
  const theirs = felt(json.transaction_hash);
  // A block of that time does not say which formula it follows.
  if (hash === theirs || block.header.starknet_version) return hash;
  return olderHashes(transaction, chainId).find((older) => older === theirs) ?? hash;
}

/** The transactions of a block with their receipts; undefined if one of them is missing. */
export function includedIn({ transactions }: RealBlock): readonly IncludedTransaction[] | undefined {
  const included = transactions?.map(({ transaction: json, receipt }) => {
    const transaction = realTransaction(json);
    if (!transaction || receipt?.execution_resources?.l1_gas === undefined) return undefined;
    return { hash: felt(json.transaction_hash), transaction, receipt: receiptOf(receipt, 0) };
  });
  return included?.every((one) => one !== undefined) ? included : undefined;
}
