import type {
  BigNumberish,
  DeclareSignerDetails,
  DeployAccountSignerDetails,
  InvocationsSignerDetails,
  Signer,
} from 'starknet';
import { QUERY_BIT, transactionHash } from '../execution/hash/transactionHash.ts';
import type { DataAvailabilityMode, ResourceBound, Transaction, V3Fields } from '../execution/transaction.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { starkSign } from '../felt/stark.ts';
import { attempt } from './attempt.ts';
import { type Methods, replace } from './methods.ts';
import { starknetJs } from './peer.ts';

/** What the signer of starknet.js gets of every transaction. */
type Details = Pick<
  InvocationsSignerDetails,
  | 'version'
  | 'chainId'
  | 'nonce'
  | 'tip'
  | 'paymasterData'
  | 'accountDeploymentData'
  | 'nonceDataAvailabilityMode'
  | 'feeDataAvailabilityMode'
  | 'resourceBounds'
> & { readonly proofFacts?: readonly BigNumberish[] | undefined };

/**
 * Lets the kernel hash and sign transactions. starknet.js computes the same signature in about 6 ms, and needs one for each estimate too.
 * What cannot be read, or would be hashed in another way, is left to starknet.js.
 */
export function signByKernel(signer: Signer, privateKey: Felt): void {
  const { ec, transaction } = starknetJs();
  const signed = (make: (...args: never[]) => { readonly from: Details; readonly made: Transaction }) => {
    return (original: (...args: unknown[]) => unknown) =>
      async (...args: unknown[]) => {
        const signature = attempt(() => {
          const { from, made } = make(...(args as never[]));
          return starkSign(privateKey, transactionHash(made, felt(from.chainId)));
        });
        return signature ? new ec.starkCurve.Signature(signature.r, signature.s) : original(...args);
      };
  };
  const methods = signer as unknown as Methods;
  replace(
    methods,
    'signTransaction',
    signed((calls: Parameters<Signer['signTransaction']>[0], details: InvocationsSignerDetails) => ({
      from: details as Details,
      made: {
        ...fieldsOf(details as Details),
        type: 'INVOKE',
        senderAddress: felt(details.walletAddress),
        calldata: felts(transaction.getExecuteCalldata(calls, details.cairoVersion)),
        accountDeploymentData: felts(details.accountDeploymentData),
        proofFacts: felts((details as Details).proofFacts ?? []),
      },
    })),
  );
  replace(
    methods,
    'signDeclareTransaction',
    signed((details: DeclareSignerDetails) => ({
      from: details as Details,
      made: {
        ...fieldsOf(details as Details),
        type: 'DECLARE',
        senderAddress: felt(details.senderAddress),
        classHash: felt(details.classHash),
        compiledClassHash: felt(details.compiledClassHash!),
        accountDeploymentData: felts((details as Details).accountDeploymentData),
      },
    })),
  );
  replace(
    methods,
    'signDeployAccountTransaction',
    signed((details: DeployAccountSignerDetails) => ({
      from: details as Details,
      made: {
        ...fieldsOf(details as Details),
        type: 'DEPLOY_ACCOUNT',
        contractAddress: felt(details.contractAddress),
        contractAddressSalt: felt(details.addressSalt),
        constructorCalldata: felts(starknetJs().CallData.compile(details.constructorCalldata)),
        classHash: felt(details.classHash),
      },
    })),
  );
}

function fieldsOf(details: Details): V3Fields {
  const version = BigInt(details.version);
  if ((version & ~QUERY_BIT) !== 3n) throw new RangeError(`version ${version}`);
  const { l1_gas, l2_gas, l1_data_gas } = details.resourceBounds;
  const resourceBounds = { l1Gas: bound(l1_gas), l2Gas: bound(l2_gas), l1DataGas: bound(l1_data_gas) };
  // Our hash normalizes bounds without L2 gas and data gas, as the network does; that of starknet.js does not.
  const isPlain =
    resourceBounds.l2Gas.maxAmount > 0n ||
    resourceBounds.l1DataGas.maxAmount > 0n ||
    Object.values(resourceBounds).every(({ maxAmount, maxPricePerUnit }) => maxAmount === 0n && maxPricePerUnit === 0n);
  if (!isPlain) throw new RangeError('bounds of L1 gas alone');
  return {
    version: 3,
    isQuery: version >= QUERY_BIT,
    signature: [],
    nonce: felt(details.nonce),
    resourceBounds,
    tip: BigInt(details.tip),
    paymasterData: felts(details.paymasterData),
    nonceDataAvailabilityMode: mode(details.nonceDataAvailabilityMode),
    feeDataAvailabilityMode: mode(details.feeDataAvailabilityMode),
  };
}

const felt = (value: BigNumberish): Felt => toFelt(BigInt(value));

const felts = (values: readonly BigNumberish[]): Felt[] => values.map(felt);

const bound = (given: {
  readonly max_amount: BigNumberish;
  readonly max_price_per_unit: BigNumberish;
}): ResourceBound => ({
  maxAmount: BigInt(given.max_amount),
  maxPricePerUnit: BigInt(given.max_price_per_unit),
});

function mode(given: unknown): DataAvailabilityMode {
  if (given === 'L1' || given === 'L2') return given;
  throw new RangeError(`data availability mode ${given}`);
}
