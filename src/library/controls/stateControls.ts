import { errors } from '../../protocol/errors.ts';
import { isPath } from '../../tools/storage/isPath.ts';
import { SandboxError } from '../errors.ts';
import { blockIn, checkOptions } from '../options/checkOptions.ts';
import type { SendRequest } from '../requests/requests.ts';
import { callParams } from '../sending/calls.ts';
import {
  type AddressLike,
  type AmountLike,
  type AtBlock,
  addressText,
  type FeltLike,
  feltText,
  type Hex,
  readAmount,
  readBlock,
  toHex,
  wrongValue,
} from '../values.ts';
import { CheatControls } from './cheatControls.ts';
import { MarketControls } from './marketControls.ts';
import { type StateDiffEdit, wireStateDiff } from './stateDiffEdit.ts';
import {
  readNamedCell,
  readStorageTree,
  readStorageWriters,
  type StorageKey,
  type StorageTree,
  type StorageTreeOptions,
  type StorageValue,
  type StorageWrite,
  type StorageWritersOptions,
  setBalance,
  writeStorage,
} from './storageByName.ts';

/** The unit of the fee tokens: FRI of STRK, or WEI of ETH. */
export type TokenUnit = 'FRI' | 'WEI';

/** A mint that succeeded. */
export interface MintResult {
  readonly transactionHash: Hex;
  readonly newBalance: bigint;
  readonly unit: TokenUnit;
}

/** New gas prices; those that are left out stay as they are. */
export interface GasPriceOptions {
  /** The price of L1 gas in wei. */
  readonly gasPrice?: AmountLike | undefined;
  /** The price of L1 data gas in wei. */
  readonly dataGasPrice?: AmountLike | undefined;
  /** The price of L2 gas in wei. */
  readonly l2GasPrice?: AmountLike | undefined;
  /** The price of L1 gas in fri. */
  readonly gasPriceFri?: AmountLike | undefined;
  /** The price of L1 data gas in fri. */
  readonly dataGasPriceFri?: AmountLike | undefined;
  /** The price of L2 gas in fri. */
  readonly l2GasPriceFri?: AmountLike | undefined;
  /** Makes an empty block, so that the prices apply at once. Default: false. */
  readonly mine?: boolean | undefined;
}

/**
 * What a sandbox can read and change of its state beside transactions. `Sandbox` has all of it.
 *
 * @example
 * await box.setStorageAt(contract, '0x5', 7n);
 */
export abstract class StateControls {
  /**
   * Any method of the API, in either dialect. Whole numbers above 2^53 - 1 are bigints, in parameters and results.
   *
   * @throws SandboxError for an error answer.
   * @example
   * const block = await box.request('starknet_getBlockWithTxs', { block_id: 'latest' });
   */
  readonly request: SendRequest;
  /**
   * Cheats for tests of contracts: `box.cheats.mock`, `caller`, `block`, `stop`.
   *
   * @example
   * await box.cheats.mock(token, 'balance_of', 42n);
   */
  readonly cheats: CheatControls;

  /**
   * Prices and storage that change from block to block: `box.market.setPrices`, `setState`, `clearState`, `get`.
   *
   * @example
   * await box.market.setPrices('walk:7');
   */
  readonly market: MarketControls;

  readonly #own: SendRequest;

  /** @internal `own` sends the requests of the methods here, which no fault disturbs. */
  constructor(request: SendRequest, own: SendRequest = request) {
    this.request = request;
    this.#own = own;
    this.cheats = new CheatControls(own);
    this.market = new MarketControls(own);
  }

  /**
   * Gives an address STRK (FRI) or ether (WEI), with a transaction.
   *
   * @throws SandboxError when the token refuses it.
   * @example
   * const { newBalance } = await box.mint(alice, 10n ** 18n);
   */
  async mint(address: AddressLike, amount: AmountLike, unit: TokenUnit = 'FRI'): Promise<MintResult> {
    checkUnit(unit);
    const minted = await this.#own('devnet_mint', {
      address: addressText(address, 'address'),
      amount: readAmount(amount, 'amount'),
      unit,
    });
    return { transactionHash: minted.tx_hash, newBalance: BigInt(minted.new_balance), unit };
  }

  /**
   * Sets the balance of an address in any ERC-20 token. A token with an unusual name for its map of balances needs that name.
   *
   * @throws SandboxError when the balances of the token cannot be found.
   * @example
   * await box.deal(usdc, alice.address, 1_000_000n);
   * await box.deal(shares, alice.address, 5n, { balances: 'share_of' });
   */
  async deal(
    token: AddressLike,
    address: AddressLike,
    amount: AmountLike,
    options: { readonly balances?: string | undefined } = {},
  ): Promise<void> {
    checkOptions(options, ['balances'], "{ balances: 'share_of' }");
    const { balances } = options;
    await setBalance(this.#own, token, address, amount, balances);
  }

  /**
   * What an address has, in STRK (FRI), ether (WEI), or a token given by its address.
   *
   * @example
   * const before = await box.balanceOf(alice);
   * const shares = await box.balanceOf(alice, { token: vault });
   */
  async balanceOf(
    address: AddressLike,
    options: AtBlock & { readonly unit?: TokenUnit; readonly token?: AddressLike } = {},
  ): Promise<bigint> {
    checkOptions(options, ['unit', 'token', 'block'], '{ token }');
    const { unit = 'FRI', token, block = 'pre_confirmed' } = options;
    checkUnit(unit);
    if (token !== undefined) {
      const balance = (entryPoint: string) =>
        this.#own('starknet_call', callParams({ to: token, entryPoint, calldata: [address] }, block));
      // Tokens have one of the two names, or both.
      const [low, high] = await balance('balanceOf').catch((error: unknown) => {
        if (!(error instanceof SandboxError) || error.code !== errors.entrypointNotFound.code) throw error;
        return balance('balance_of');
      });
      return BigInt(low!) + (BigInt(high ?? '0x0') << 128n);
    }
    const { amount } = await this.#own('devnet_getAccountBalance', {
      address: addressText(address, 'address'),
      unit,
      block_id: readBlock(block, 'block'),
    });
    return BigInt(amount);
  }

  /**
   * Sets gas prices. Without `mine` they apply from the block after the next one on, as the server does it. A schedule (`box.market.setPrices`) goes
   * on from them.
   *
   * @example
   * await box.setGasPrices({ l2GasPriceFri: 2n * 10n ** 9n, mine: true });
   */
  async setGasPrices({ mine = false, ...prices }: GasPriceOptions): Promise<void> {
    await this.#own('devnet_setGasPrice', {
      generate_block: mine,
      ...Object.fromEntries(
        Object.entries(prices).map(([name, price]) => {
          const field = GAS_PRICE_FIELDS[name as keyof typeof GAS_PRICE_FIELDS];
          if (field === undefined)
            throw wrongValue('prices', `an object with ${Object.keys(GAS_PRICE_FIELDS).join(', ')}`, name);
          return [field, readAmount(price as AmountLike, name, 128)];
        }),
      ),
    });
  }

  /**
   * Lets an account send transactions without a valid signature.
   *
   * @example
   * await box.impersonate(whale);
   * await box.execute({ to: token, entryPoint: 'transfer', calldata: [alice.address, 5n, 0n] }, { from: whale });
   */
  async impersonate(address: AddressLike): Promise<void> {
    await this.#own('devnet_impersonateAccount', { account_address: addressText(address, 'address') });
  }

  /**
   * Ends the impersonation of an account.
   *
   * @example
   * await box.stopImpersonating(whale);
   */
  async stopImpersonating(address: AddressLike): Promise<void> {
    await this.#own('devnet_stopImpersonateAccount', { account_address: addressText(address, 'address') });
  }

  /**
   * Impersonates every account, or with `false` only those that were named.
   *
   * @example
   * await box.autoImpersonate();
   */
  async autoImpersonate(on = true): Promise<void> {
    await this.#own(on ? 'devnet_autoImpersonate' : 'devnet_stopAutoImpersonate');
  }

  /**
   * Reads a cell of a contract's storage, by its key or by name.
   *
   * @throws SandboxError for a name that the class of the contract does not have. It lists those that are known.
   * @example
   * const value = await box.getStorageAt(contract, '0x5');
   * const owner = await box.getStorageAt(contract, 'Ownable_owner');
   */
  async getStorageAt(address: AddressLike, key: StorageKey, options?: AtBlock): Promise<Hex> {
    const block = blockIn(options);
    if (isPath(key)) return readNamedCell(this.#own, address, key, { block });
    return this.#own<Hex>('starknet_getStorageAt', {
      contract_address: addressText(address, 'address'),
      key: feltText(key, 'key'),
      block_id: readBlock(block, 'block'),
    });
  }

  /**
   * Writes a cell of a contract's storage, by its key, or a value by name.
   *
   * @throws SandboxError for a name that the class of the contract does not have. It lists those that are known.
   * @example
   * await box.setStorageAt(contract, '0x5', 7n);
   * await box.setStorageAt(token, `ERC20_balances[${alice.address}]`, 10n ** 18n);
   */
  async setStorageAt(address: AddressLike, key: StorageKey, value: StorageValue): Promise<void> {
    await writeStorage(this.#own, address, key, value);
  }

  /**
   * What a contract stores, with the names of its variables, the keys of its maps and decoded values.
   *
   * @throws SandboxError when there is no such contract.
   * @example
   * const tree = await box.storageTree(box.strk.address);
   * console.log(tree.text);
   */
  storageTree(address: AddressLike, options: StorageTreeOptions = {}): Promise<StorageTree> {
    return readStorageTree(this.#own, address, options);
  }

  /**
   * Who wrote a cell or a variable, and when, newest first.
   *
   * @throws SandboxError when there is no such contract or no such name.
   * @example
   * const writes = await box.storageWriters(token, `ERC20_balances[${alice.address}]`, { functions: true });
   * console.log(writes[0]?.transactionHash, writes[0]?.functionName, writes[0]?.before, writes[0]?.after);
   */
  storageWriters(
    address: AddressLike,
    key: StorageKey,
    options: StorageWritersOptions = {},
  ): Promise<readonly StorageWrite[]> {
    return readStorageWriters(this.#own, address, key, options);
  }

  /**
   * The next nonce of an account.
   *
   * @example
   * const nonce = await box.getNonce(alice.address);
   */
  async getNonce(address: AddressLike, options?: AtBlock): Promise<bigint> {
    const nonce = await this.#own('starknet_getNonce', {
      contract_address: addressText(address, 'address'),
      block_id: readBlock(blockIn(options), 'block'),
    });
    return BigInt(nonce);
  }

  /**
   * Sets the nonce of an account.
   *
   * @example
   * await box.setNonce(alice.address, 7);
   */
  async setNonce(address: AddressLike, nonce: AmountLike): Promise<void> {
    await this.#own('devnet_setNonce', {
      contract_address: addressText(address, 'address'),
      nonce: toHex(readAmount(nonce, 'nonce', 251)),
    });
  }

  /**
   * The hash of the class that a contract runs.
   *
   * @example
   * const hash = await box.getClassHash(token);
   */
  async getClassHash(address: AddressLike, options?: AtBlock): Promise<Hex> {
    return this.#own('starknet_getClassHashAt', {
      contract_address: addressText(address, 'address'),
      block_id: readBlock(blockIn(options), 'block'),
    });
  }

  /**
   * Replaces the class of a contract, or puts a contract at an address without running a constructor.
   *
   * @example
   * await box.setClassHash(proxy, newClassHash);
   */
  async setClassHash(address: AddressLike, classHash: FeltLike): Promise<void> {
    await this.#own('devnet_setClassHash', {
      contract_address: addressText(address, 'address'),
      class_hash: feltText(classHash, 'classHash'),
    });
  }

  /**
   * Changes many things of the state at once: all, or none.
   *
   * @throws SandboxError when a part of it is not possible; then nothing is changed.
   * @example
   * await box.applyStateDiff({ nonces: [{ address: alice.address, nonce: 3 }] });
   */
  async applyStateDiff(edit: StateDiffEdit): Promise<void> {
    await this.#own('devnet_applyStateDiff', wireStateDiff(edit));
  }
}

const GAS_PRICE_FIELDS = {
  gasPrice: 'gas_price_wei',
  dataGasPrice: 'data_gas_price_wei',
  l2GasPrice: 'l2_gas_price_wei',
  gasPriceFri: 'gas_price_fri',
  dataGasPriceFri: 'data_gas_price_fri',
  l2GasPriceFri: 'l2_gas_price_fri',
} as const;

function checkUnit(unit: TokenUnit): void {
  if (unit !== 'FRI' && unit !== 'WEI') throw wrongValue('unit', "'FRI' (STRK) or 'WEI' (ETH)", unit);
}
