// The methods of the wallet API (0.10): what each needs, and what it does once the user has agreed.
import { selectorOfName } from '../abi/selector.ts';
import type { Felt } from '../felt/felt.ts';
import type { Sender } from '../library/sending/sender.ts';
import { signatureOf } from '../library/sending/sendingAccount.ts';
import { type Hex, toHex } from '../library/values.ts';
import { SPEC_NAMES } from '../rpc/specVersions.ts';
import { typedDataHash } from '../typedData/typedDataHash.ts';
import { callLike, type WalletCall } from './askedCall.ts';
import { classOf } from './declaredClass.ts';
import type { HeldAccount } from './heldAccount.ts';
import {
  checkChain,
  invalid,
  readAsset,
  readCalls,
  readChain,
  readPart,
  readProof,
  readTypedDataParams,
  type WatchedAsset,
} from './readParams.ts';
import { ensureDeployed, isDeployed } from './undeployedAccount.ts';
import { WalletError } from './walletError.ts';
import type { WalletNode } from './walletNode.ts';

type Params = Readonly<Record<string, unknown>>;

/** What methods use of a wallet. */
export interface WalletContext {
  readonly node: WalletNode;
  /** The account that the dapp uses. */
  readonly account: HeldAccount;
  readonly chainId: Hex;
  /** The network of the node. Another one can be shown, but nothing can be signed for it. */
  readonly ownChainId: Hex;
  readonly isConnected: boolean;
  readonly isLocked: boolean;
  connect(): void;
  useNetwork(chainId: Hex): void;
  readonly networks: Set<Hex>;
  readonly assets: WatchedAsset[];
}

/** A method of the wallet API. */
export interface WalletMethod {
  /** Whether the user is asked, with these parameters. */
  readonly asks: (params: Params, wallet: WalletContext) => boolean;
  /** Whether the dapp must be connected before. */
  readonly needsAccount?: boolean;
  /** Checks the parameters before anybody is asked. */
  readonly check?: (params: Params, wallet: WalletContext) => unknown;
  /** The calls that the user is asked about. */
  readonly calls?: (params: Params) => readonly WalletCall[];
  readonly run: (params: Params, wallet: WalletContext) => unknown;
}

const MAX_NETWORKS = 100;
const always = () => true;
const never = () => false;

/** The versions of the wallet API that are understood, without their patches. */
const API_VERSIONS = ['0.7', '0.8', '0.9', '0.10'] as const;
/** The versions of JSON-RPC that the node serves, without their patches. */
const SPEC_VERSIONS = SPEC_NAMES.filter((name) => /^v\d+_\d+$/.test(name)).map((name) =>
  name.slice(1).replace('_', '.'),
);

const addressesOf = ({ isConnected, isLocked, account }: WalletContext): readonly Hex[] =>
  isConnected && !isLocked ? [account.address] : [];

/** A method for private balances, which a test can answer: there is no privacy pool here. */
const privateBalances: WalletMethod = {
  asks: always,
  needsAccount: true,
  run: () => {
    throw new WalletError(
      'UNKNOWN_ERROR',
      'This wallet has no private balances. A test can say what it answers: wallet.answer(method, result).',
    );
  },
};

const walletMethods: Readonly<Record<string, WalletMethod>> = {
  wallet_supportedSpecs: { asks: never, run: () => SPEC_VERSIONS },
  wallet_supportedWalletApi: { asks: never, run: () => API_VERSIONS },
  wallet_getPermissions: { asks: never, run: (_, wallet) => (addressesOf(wallet).length > 0 ? ['accounts'] : []) },
  wallet_requestAccounts: {
    asks: ({ silent_mode }, wallet) => silent_mode !== true && addressesOf(wallet).length === 0,
    run: ({ silent_mode }, wallet) => {
      if (silent_mode !== true) wallet.connect();
      return silent_mode === true ? addressesOf(wallet) : [wallet.account.address];
    },
  },
  wallet_requestChainId: { asks: never, run: (_, { chainId }) => chainId },
  wallet_deploymentData: {
    asks: never,
    needsAccount: true,
    run: async (_, { node, account: { address, deployment } }) => {
      if (await isDeployed(node, address)) throw new WalletError('ACCOUNT_ALREADY_DEPLOYED');
      if (!deployment) throw new WalletError('DEPLOYMENT_DATA_NOT_AVAILABLE');
      const { classHash, salt, calldata } = deployment;
      return { address, class_hash: classHash, salt, calldata, version: 1 };
    },
  },
  wallet_addInvokeTransaction: {
    asks: always,
    needsAccount: true,
    check: (params, wallet) => {
      readCalls(params);
      readProof(params);
      checkNetwork(wallet);
    },
    calls: readCalls,
    run: async (params, { node, account }) => {
      const sender = await senderFor(node, account);
      const calls = readCalls(params).map(callLike);
      const from = { address: account.address, signer: account.sign };
      return { transaction_hash: padded(await sender.submit(calls, { from }, readProof(params))) };
    },
  },
  wallet_addDeclareTransaction: {
    asks: always,
    needsAccount: true,
    check: (params, wallet) => {
      checkNetwork(wallet);
      return classOf(params);
    },
    run: async (params, { node, account }) => {
      const declared = await classOf(params);
      const from = { address: account.address, signer: account.sign };
      const sender = await senderFor(node, account);
      const hash = await sender.submitDeclaration(declared, { from });
      return { transaction_hash: padded(hash), class_hash: padded(toHex(declared.classHash)) };
    },
  },
  wallet_signTypedData: {
    asks: always,
    needsAccount: true,
    check: (params, wallet) => {
      checkNetwork(wallet);
      const data = readTypedDataParams(params);
      checkChain(data, wallet.chainId);
      readPart(() => typedDataHash(data, BigInt(wallet.account.address) as Felt));
    },
    run: async (params, { account }) => {
      const hash = typedDataHash(readTypedDataParams(params), BigInt(account.address) as Felt);
      return (await signatureOf(account.sign, hash)).map(toHex);
    },
  },
  wallet_watchAsset: {
    asks: always,
    check: readAsset,
    run: async (params, { node, assets }) => {
      const asset = readAsset(params);
      const request = { contract_address: asset.address, entry_point_selector: DECIMALS, calldata: [] };
      await node.request('starknet_call', { request, block_id: 'pre_confirmed' }).catch(() => {
        throw new WalletError('NOT_ERC20', `The contract ${asset.address} has no decimals.`);
      });
      if (!assets.some(({ address }) => address === asset.address)) assets.push(asset);
      return true;
    },
  },
  wallet_switchStarknetChain: {
    asks: ({ chainId, silent_mode }, wallet) => silent_mode !== true && readChain(chainId) !== wallet.chainId,
    check: ({ chainId }, { networks }) => {
      const chain = readChain(chainId);
      if (!networks.has(chain))
        throw new WalletError('UNLISTED_NETWORK', `The wallet does not know the network ${chain}: add it before.`);
    },
    run: ({ chainId }, wallet) => {
      wallet.useNetwork(readChain(chainId));
      return true;
    },
  },
  wallet_addStarknetChain: {
    asks: always,
    check: ({ chain_id, chain_name }, { networks }) => {
      readChain(chain_id);
      if (networks.size >= MAX_NETWORKS) throw invalid(`The wallet knows ${MAX_NETWORKS} networks already.`);
      if (typeof chain_name !== 'string') throw invalid('chain_name must be a text.');
    },
    run: ({ chain_id }, { networks }) => {
      networks.add(readChain(chain_id));
      return true;
    },
  },
  wallet_strk20InvokeTransaction: privateBalances,
  wallet_strk20PrepareInvoke: privateBalances,
  wallet_strk20Balances: privateBalances,
  wallet_strk20ShadowAccountCommitment: privateBalances,
};

/** The method of a request. */
export function methodNamed(type: string): WalletMethod {
  if (Object.hasOwn(walletMethods, type)) return walletMethods[type]!;
  throw new WalletError('UNKNOWN_ERROR', `The wallet has no method ${type}.`);
}

/** The methods that may ask the user. */
export const ASKING_METHODS = Object.keys(walletMethods).filter((name) => walletMethods[name]!.asks !== never);

const DECIMALS = toHex(selectorOfName('decimals'));

/** What sends the transactions of an account, which is deployed before. */
async function senderFor(node: WalletNode, account: HeldAccount): Promise<Sender> {
  await ensureDeployed(node, account);
  return node.sender();
}

/** Hashes of the wallet API have 64 digits. */
const padded = (hash: Hex): Hex => `0x${hash.slice(2).padStart(64, '0')}`;

/** Refuses to sign for another network than that of the node. */
function checkNetwork({ chainId, ownChainId }: WalletContext): void {
  if (chainId !== ownChainId)
    throw new WalletError(
      'UNKNOWN_ERROR',
      `The wallet is on the network ${chainId}, and the sandbox is ${ownChainId}. Switch with wallet_switchStarknetChain.`,
    );
}

/** Refuses a version of the wallet API that is not understood. */
export function checkVersion(version: unknown): void {
  if (version === undefined) return;
  const [, short] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(String(version)) ?? [];
  if (!API_VERSIONS.some((each) => each === short))
    throw new WalletError(
      'API_VERSION_NOT_SUPPORTED',
      `The wallet supports ${API_VERSIONS.join(', ')}, not ${String(version).slice(0, 20)}.`,
    );
}
