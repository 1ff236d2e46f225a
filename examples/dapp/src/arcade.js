// What the page needs of the chain. It knows nothing of tests.
import { getStarknet } from '@starknet-io/get-starknet-core';
import { PaymasterRpc, RpcProvider, WalletAccount } from 'starknet';
import { ARCADE } from './deployment.js';

const NODE = import.meta.env.VITE_NODE ?? 'http://127.0.0.1:5050';
const provider = new RpcProvider({ nodeUrl: `${NODE}/rpc` });
const paymaster = new PaymasterRpc({ nodeUrl: `${NODE}/paymaster` });

export const PLAY = { contractAddress: ARCADE, entrypoint: 'play', calldata: [] };

/** Connects the first wallet of the browser. `onChange` is called if the user takes another account, or none. */
export async function connectWallet(onChange) {
  const [wallet] = await getStarknet().getAvailableWallets();
  if (!wallet) throw new Error('There is no wallet in this browser.');
  const account = await WalletAccount.connect(provider, wallet, undefined, paymaster);
  account.onAccountChange(([address] = []) => onChange(address));
  return account;
}

/** What the contract knows of a player. */
export async function playerAt(address) {
  const read = async (entrypoint) => {
    const [felt] = await provider.callContract({ contractAddress: ARCADE, entrypoint, calldata: [address] });
    return Number(felt);
  };
  return { score: await read('score'), coins: await read('coins') };
}

/** Waits for a transaction, and throws if it was reverted. */
export async function settled({ transaction_hash }) {
  const receipt = await provider.waitForTransaction(transaction_hash, { retryInterval: 100 });
  if (!receipt.isSuccess()) throw new Error(`The transaction was reverted: ${receipt.revert_reason}`);
}

/** Lets the wallet send a transaction. */
export const play = async (account) => settled(await account.execute(PLAY));

/** Sends a transaction that the paymaster pays for: the user signs a message. */
export const playForFree = async (account) =>
  settled(await account.executePaymasterTransaction([PLAY], { feeMode: { mode: 'sponsored' } }));

/** Lets the user sign in. Throws if the signature is not that of the account. */
export async function signIn(account) {
  const message = {
    types: {
      StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({ name, type: 'shortstring' })),
      Login: [{ name: 'site', type: 'string' }],
    },
    primaryType: 'Login',
    domain: { name: 'Arcade', version: '1', chainId: await provider.getChainId(), revision: '1' },
    message: { site: location.hostname },
  };
  const signature = await account.signMessage(message);
  if (!(await provider.verifyMessageInStarknet(message, signature, account.address)))
    throw new Error('The signature is not that of the account.');
}
