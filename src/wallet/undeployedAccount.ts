// Accounts whose address is known before they are deployed, as wallets make them for new users.
import { contractAddress } from '../execution/hash/address.ts';
import { transactionHash } from '../execution/hash/transactionHash.ts';
import { type DeployAccountV3, type ResourceBounds, unsignedDeployAccount } from '../execution/transaction.ts';
import type { Felt } from '../felt/felt.ts';
import { starknetKeccak } from '../felt/hash.ts';
import { signatureOf } from '../library/sending/sendingAccount.ts';
import { starkSigner } from '../library/sending/signers.ts';
import { generousBounds } from '../library/sending/usualBounds.ts';
import { type Hex, toHex } from '../library/values.ts';
import { type DeployAccountTransactionV3, formatTransaction } from '../rpc/format/transaction.ts';
import type { AccountDeployment, HeldAccount } from './heldAccount.ts';
import type { WalletNode } from './walletNode.ts';

/** Makes an account of the class of predeployed accounts, which is not on the chain; `index` decides its key. */
export async function undeployedAccount({ request }: WalletNode, index: number): Promise<HeldAccount> {
  const { account_contract_class_hash: classHash } = await request('devnet_getConfig');
  const signer = starkSigner(starknetKeccak(`account ${index} of the wallet`));
  const [publicKey] = signer.publicKey as readonly [Hex];
  const address = contractAddress(0n as Felt, BigInt(publicKey) as Felt, BigInt(classHash) as Felt, [
    BigInt(publicKey) as Felt,
  ]);
  return {
    address: toHex(address),
    sign: signer,
    isForTests: true,
    deployment: { classHash: toHex(BigInt(classHash)), salt: publicKey, calldata: [publicKey] },
  };
}

/** Whether there is a contract at the address of an account. */
export const isDeployed = ({ request }: WalletNode, address: Hex): Promise<boolean> =>
  isPresent(request('starknet_getClassHashAt', { block_id: 'pre_confirmed', contract_address: address }));

const isPresent = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    () => false,
  );

/** The deployments that were sent, by what is deployed. Requests that come together wait for the same one. */
const deployments = new WeakMap<AccountDeployment, Promise<Hex | undefined>>();

/** Deploys an account that is not deployed and does not wait for it in the mempool. */
export async function ensureDeployed(node: WalletNode, account: HeldAccount): Promise<void> {
  const { deployment } = account;
  if (!deployment) return;
  const before = deployments.get(deployment);
  const deployed = (async () => {
    const hash = await before?.catch(() => undefined);
    if (await isDeployed(node, account.address)) return hash;
    const waits = hash && (await isPresent(node.request('starknet_getTransactionStatus', { transaction_hash: hash })));
    return waits ? hash : deploy(node, account, deployment);
  })();
  deployments.set(deployment, deployed);
  await deployed;
}

/** Sends the deployment of an account, which pays for it. */
async function deploy(
  { request, chainId }: WalletNode,
  { address, sign }: HeldAccount,
  deployment: AccountDeployment,
): Promise<Hex> {
  const block = await request('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' });
  const unsigned = unsignedDeployment(
    address,
    deployment,
    generousBounds({
      l1Gas: BigInt(block.l1_gas_price.price_in_fri),
      l1DataGas: BigInt(block.l1_data_gas_price.price_in_fri),
      l2Gas: BigInt(block.l2_gas_price.price_in_fri),
    }),
  );
  const hash = transactionHash(unsigned, BigInt(await chainId()) as Felt);
  const transaction = { ...unsigned, signature: await signatureOf(sign, hash) };
  const sent = await request('starknet_addDeployAccountTransaction', {
    deploy_account_transaction: writeDeployment(transaction),
  });
  return sent.transaction_hash;
}

/** The transaction that deploys an account. */
export const unsignedDeployment = (
  address: Hex,
  { classHash, salt, calldata }: AccountDeployment,
  resourceBounds: ResourceBounds,
): DeployAccountV3 =>
  unsignedDeployAccount({
    nonce: 0n as Felt,
    contractAddress: BigInt(address) as Felt,
    contractAddressSalt: BigInt(salt) as Felt,
    classHash: BigInt(classHash) as Felt,
    constructorCalldata: calldata.map((felt) => BigInt(felt) as Felt),
    resourceBounds,
  });

export const writeDeployment = (transaction: DeployAccountV3): DeployAccountTransactionV3 =>
  formatTransaction({ transaction, l1TransactionHash: undefined }) as DeployAccountTransactionV3;
