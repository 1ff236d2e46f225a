import type {
  BigNumberish,
  Call,
  DeclareSignerDetails,
  DeployAccountSignerDetails,
  InvocationsSignerDetails,
  Signer,
} from 'starknet';
import { QUERY_BIT, transactionHash } from '../execution/hash/transactionHash.ts';
import type { ResourceBounds, Transaction } from '../execution/transaction.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { starkSign } from '../felt/stark.ts';
import type { Json } from '../json/json.ts';
import { camel, type Decoder, struct } from '../rpc/decode/decoder.ts';
import { transactionFields } from '../rpc/decode/transaction.ts';
import { hex } from '../rpc/format/hex.ts';
import { attempt } from './attempt.ts';
import { type Methods, replace } from './methods.ts';
import { starknetJs } from './peer.ts';

const decoders = {
  invoke: struct('InvokeTransactionV3', transactionFields.invoke),
  declare: struct('DeclareTransactionV3', transactionFields.declare),
  deployAccount: struct('DeployAccountTransactionV3', transactionFields.deployAccount),
};

type Details = InvocationsSignerDetails | DeclareSignerDetails | DeployAccountSignerDetails;

/**
 * Lets the kernel hash and sign transactions. starknet.js computes the same signature in about 6 ms, and needs one for each estimate too.
 * What cannot be read, or would be hashed in another way, is left to starknet.js.
 */
export function signByKernel(signer: Signer, privateKey: Felt): void {
  const { ec, transaction, CallData } = starknetJs();
  const sign = <A extends readonly unknown[]>(name: string, read: (...args: A) => Transaction) =>
    replace(signer as unknown as Methods, name, (original) => async (...args) => {
      const signature = attempt(() => {
        const { chainId } = args.at(-1) as Details;
        return starkSign(privateKey, transactionHash(read(...(args as unknown as A)), toFelt(BigInt(chainId))));
      });
      return signature ? new ec.starkCurve.Signature(signature.r, signature.s) : original(...args);
    });
  sign('signTransaction', (calls: Call[], details: InvocationsSignerDetails) => {
    const calldata = transaction.getExecuteCalldata(calls, details.cairoVersion);
    const { proof: _, ...fields } = fieldsOf(decoders.invoke, details, {
      type: 'INVOKE',
      sender_address: details.walletAddress,
      calldata,
    });
    return { ...fields, proofFacts: fields.proofFacts ?? [] };
  });
  sign('signDeclareTransaction', (details: DeclareSignerDetails) =>
    fieldsOf(decoders.declare, details, { type: 'DECLARE' }),
  );
  sign('signDeployAccountTransaction', (details: DeployAccountSignerDetails) => ({
    ...fieldsOf(decoders.deployAccount, details, {
      type: 'DEPLOY_ACCOUNT',
      contract_address_salt: details.addressSalt,
      constructor_calldata: CallData.compile(details.constructorCalldata),
    }),
    contractAddress: toFelt(BigInt(details.contractAddress)),
  }));
}

/** What starknet.js passes to a signer beside the fields of the transaction. */
const otherDetails = new Set([
  'walletAddress',
  'chainId',
  'cairoVersion',
  'skipValidate',
  'addressSalt',
  'contractAddress',
  // A field of the other transactions, which it also passes for the deployment of an account.
  'accountDeploymentData',
]);

/**
 * The fields of a transaction, read by the decoder of the RPC. They are those that starknet.js passes under the same names, and the
 * given ones. A detail that the decoder does not know is an error, since the hash might have to cover it.
 */
function fieldsOf<F extends { readonly version: boolean; readonly resourceBounds: ResourceBounds }>(
  decoder: Decoder<F> & { readonly fieldNames: readonly string[] },
  details: Details,
  given: Readonly<Record<string, unknown>>,
): Omit<F, 'version'> & { readonly version: 3; readonly isQuery: boolean } {
  const version = BigInt(details.version);
  if ((version & ~QUERY_BIT) !== 3n) throw new RangeError(`version ${version}`);
  const named = new Map(Object.entries(details).filter(([, value]) => value !== undefined));
  const wire: Record<string, Json> = { signature: [] };
  for (const name of decoder.fieldNames) {
    const value = given[name] ?? named.get(camel(name));
    if (value !== undefined) wire[name] = wireValue(value);
    named.delete(camel(name));
  }
  for (const name of named.keys()) if (!otherDetails.has(name)) throw new RangeError(`unknown detail ${name}`);
  const fields = decoder(wire);
  if (!areHashedAsGiven(fields.resourceBounds)) throw new RangeError('bounds of L1 gas alone');
  return { ...fields, version: 3, isQuery: fields.version };
}

/** A value of starknet.js as the RPC writes it. Words, as those of data availability modes, stay. */
function wireValue(value: unknown): Json {
  if (Array.isArray(value)) return value.map(wireValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireValue(member)]));
  return attempt(() => hex(BigInt(value as BigNumberish))) ?? (value as Json);
}

/** Our hash normalizes bounds without L2 gas and data gas, as the network does; that of starknet.js does not. */
const areHashedAsGiven = (bounds: ResourceBounds): boolean =>
  bounds.l2Gas.maxAmount > 0n ||
  bounds.l1DataGas.maxAmount > 0n ||
  Object.values(bounds).every(({ maxAmount, maxPricePerUnit }) => maxAmount === 0n && maxPricePerUnit === 0n);
