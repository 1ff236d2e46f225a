import { contractAddress, selectorOf } from '../execution/hash/address.ts';
import { type Felt, feltOfAscii, toFelt } from '../felt/felt.ts';
import { hex, hexList } from '../rpc/format/hex.ts';
import { type AskNode, NodeAnswerError } from './askNode.ts';
import { EXECUTE_FROM_OUTSIDE, type Snip9Version } from './outsideExecution.ts';
import { PaymasterError } from './paymasterError.ts';
import { found } from './relayer.ts';
import type { DeploymentData, OutsideCall } from './requests.ts';

/** The interface ids of SNIP-9. The newer version is preferred. */
const INTERFACES: readonly (readonly [Snip9Version, bigint])[] = [
  [2, 0x1d1144bb2138366ff28d8e9ab57456b1d332ac42196230c3a602003c89872n],
  [1, 0x68cfd18b92d1907b8ba3cc324900277f5a3622099431ea85dd8089255e4181n],
];

/** The result of a call, or undefined if the contract refuses it. */
async function resultOf(ask: AskNode, { to, selector, calldata }: OutsideCall) {
  const request = { contract_address: hex(to), entry_point_selector: hex(selector), calldata: hexList(calldata) };
  return ask('starknet_call', { request, block_id: 'pre_confirmed' }).catch((error: unknown) => {
    if (error instanceof NodeAnswerError) return undefined;
    throw error;
  });
}

/** The class of an account that exists. Throws INVALID_ADDRESS. */
export async function classHashOf(ask: AskNode, account: Felt): Promise<Felt> {
  const classHash = await found(
    ask('starknet_getClassHashAt', { block_id: 'pre_confirmed', contract_address: hex(account) }),
  );
  if (classHash) return BigInt(classHash) as Felt;
  throw new PaymasterError(
    'INVALID_ADDRESS',
    `There is no account at ${hex(account)}. Deploy it first, or send a transaction of type deploy_and_invoke.`,
  );
}

/** The version of SNIP-9 that an account says it has; undefined if none. */
async function versionOfAccount(ask: AskNode, account: Felt): Promise<Snip9Version | undefined> {
  for (const [version, id] of INTERFACES) {
    const result = await resultOf(ask, {
      to: account,
      selector: selectorOf('supports_interface'),
      calldata: [toFelt(id)],
    });
    if (result?.[0] === '0x1') return version;
  }
  return undefined;
}

/** The version of SNIP-9 that the entry points of a class show. */
async function versionOfClass(ask: AskNode, classHash: Felt): Promise<Snip9Version | undefined> {
  const { entry_points_by_type } = await ask('starknet_getClass', {
    block_id: 'pre_confirmed',
    class_hash: hex(classHash),
  });
  const selectors = new Set(entry_points_by_type.EXTERNAL.map(({ selector }) => BigInt(selector)));
  return INTERFACES.find(([version]) => selectors.has(EXECUTE_FROM_OUTSIDE[version]))?.[0];
}

/** The version of SNIP-9 of an account, which may be deployed with the transaction. Throws CLASS_HASH_NOT_SUPPORTED. */
export async function snip9VersionOf(
  ask: AskNode,
  account: Felt,
  deployment: DeploymentData | undefined,
): Promise<Snip9Version> {
  const isNew = deployment?.address === account;
  // Accounts that do not say what they support may have the entry points all the same.
  const version = isNew
    ? await versionOfClass(ask, deployment.classHash)
    : ((await versionOfAccount(ask, account)) ?? (await versionOfClass(ask, await classHashOf(ask, account))));
  if (version) return version;
  throw new PaymasterError(
    'CLASS_HASH_NOT_SUPPORTED',
    `The ${isNew ? `class ${hex(deployment.classHash)}` : `account ${hex(account)}`} has no outside executions (SNIP-9), so nobody can pay for it. The predeployed accounts of class cairo1 have them.`,
  );
}

/** Checks that a deployment can be made, and gives the address that it names. */
export async function checkDeployment(ask: AskNode, deployment: DeploymentData): Promise<void> {
  const { address, classHash, salt, calldata } = deployment;
  const request = { block_id: 'pre_confirmed', class_hash: hex(classHash) } as const;
  if (!(await found(ask('starknet_getClass', request))))
    throw new PaymasterError('INVALID_CLASS_HASH', `The class ${hex(classHash)} is not declared. Declare it first.`);
  const computed = contractAddress(toFelt(0), salt, classHash, calldata);
  if (computed !== address)
    throw new PaymasterError(
      'INVALID_DEPLOYMENT_DATA',
      `This class, salt and calldata give the address ${hex(computed)}, not ${hex(address)}.`,
    );
  if (await found(ask('starknet_getClassHashAt', { block_id: 'pre_confirmed', contract_address: hex(address) })))
    throw new PaymasterError(
      'INVALID_DEPLOYMENT_DATA',
      `There is a contract at ${hex(address)} already. Send a transaction of type invoke.`,
    );
}

/** The call of the universal deployer that makes an account. */
export const deploymentCall = (deployer: Felt, { classHash, salt, calldata }: DeploymentData): OutsideCall => ({
  to: deployer,
  selector: selectorOf('deployContract'),
  // Not unique: the address does not depend on who deploys it.
  calldata: [classHash, salt, toFelt(0), toFelt(calldata.length), ...calldata],
});

/** Whether an account accepts a signature; undefined if it does not say. */
export async function acceptsSignature(
  ask: AskNode,
  account: Felt,
  hash: Felt,
  signature: readonly Felt[],
): Promise<boolean | undefined> {
  const result = await resultOf(ask, {
    to: account,
    selector: selectorOf('is_valid_signature'),
    calldata: [hash, toFelt(signature.length), ...signature],
  });
  return result && ACCEPTED.has(BigInt(result[0] ?? 0));
}

/** What accounts answer to a good signature: VALID as a short string, or 1 in accounts of Cairo 0. */
const ACCEPTED: ReadonlySet<bigint> = new Set([feltOfAscii('VALID'), 1n]);

/** The balance of an account. 0 if the token does not say. */
export async function tokenBalance(ask: AskNode, token: Felt, account: Felt): Promise<bigint> {
  const result = await resultOf(ask, { to: token, selector: selectorOf('balanceOf'), calldata: [account] });
  return BigInt(result?.[0] ?? 0) + (BigInt(result?.[1] ?? 0) << 128n);
}

/** A transfer of a token. */
export const transfer = (token: Felt, recipient: Felt, amount: bigint): OutsideCall => ({
  to: token,
  selector: TRANSFER,
  calldata: [recipient, toFelt(amount & LOW), toFelt(amount >> 128n)],
});

export const TRANSFER: Felt = selectorOf('transfer');
const LOW = 2n ** 128n - 1n;
