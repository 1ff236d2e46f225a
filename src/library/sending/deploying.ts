// Declares classes and deploys contracts by transactions, on the node of a sandbox or on another one.
import type { Abi } from '../../abi/types.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { DeclareV3 } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { pedersen } from '../../felt/hash.ts';
import { errors } from '../../protocol/errors.ts';
import { formatClass, type SierraContractClass } from '../../rpc/format/contractClass.ts';
import { SandboxError } from '../errors.ts';
import { type Hex, toHex } from '../values.ts';
import { selectorText } from './calls.ts';
import type { Sender } from './sender.ts';
import type { SendOptions } from './sendOptions.ts';
import type { SentTransaction } from './sentTransaction.ts';

/** The node that classes are declared on. */
export interface DeployingHost {
  readonly sender: Sender;
  readonly udcAddress: Felt;
  /** The ABI of a declared class; undefined if no class is declared with this hash. */
  abiOf(classHash: Felt): Promise<Abi | undefined>;
}

/** Declares a class, unless it is declared already: then there is no transaction. */
export async function declareClass(
  { sender, abiOf }: DeployingHost,
  definition: ClassDefinition,
  { classHash, compiledClassHash }: Pick<DeclareV3, 'classHash' | 'compiledClassHash'>,
  options: SendOptions,
): Promise<SentTransaction | undefined> {
  if (await abiOf(classHash)) return undefined;
  const contractClass = (await formatClass(definition)) as SierraContractClass;
  return sender.declare({ classHash, compiledClassHash, contractClass }, options).catch((error: unknown) => {
    // Somebody else has declared it meanwhile.
    if (error instanceof SandboxError && error.code === errors.classAlreadyDeclared.code) return undefined;
    throw error;
  });
}

/** What is deployed, and how its address is found. */
export interface Deployment {
  readonly classHash: Hex;
  readonly calldata: readonly Hex[];
  /** `freeSalt` if it is undefined. */
  readonly salt: Hex | undefined;
  readonly unique: boolean;
}

/**
 * The salt of a deployment without one. An account uses a nonce once, so no address is used twice: the nonce alone would be a salt that
 * callers choose too, and without `unique` other accounts have the same nonces.
 */
const freeSalt = (nonce: Felt, sender: Felt): Hex => toHex(pedersen(sender, nonce));

/** Deploys a contract through the universal deployer. A deployment that reverted has no address. */
export async function deployContract(
  { sender, udcAddress }: DeployingHost,
  { classHash, calldata, salt, unique }: Deployment,
  options: SendOptions,
): Promise<{ readonly address: Hex | undefined; readonly deployment: SentTransaction }> {
  const udc = toHex(udcAddress);
  const deployment = await sender.invoke(
    (nonce, account) => [
      {
        to: udc,
        entryPoint: 'deployContract',
        calldata: [classHash, salt ?? freeSalt(nonce, account), unique ? 1 : 0, calldata.length, ...calldata],
      },
    ],
    options,
  );
  if (deployment.receipt.execution_status === 'REVERTED') return { address: undefined, deployment };
  const deployed = selectorText('ContractDeployed', 'event');
  const event = deployment.events.find(({ from_address, keys }) => from_address === udc && keys[0] === deployed);
  const address = event?.data[0];
  if (!address)
    throw new Error(`The deployer at ${udc} emitted no event of a new contract, so it is not the usual deployer.`);
  return { address, deployment };
}
