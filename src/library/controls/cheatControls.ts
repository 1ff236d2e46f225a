import type { Abi, Arguments, FunctionNames, Result } from '../../abi/types.ts';
import type { SendRequest } from '../requests/requests.ts';
import type { AddressLike, FeltLike } from '../values.ts';
import type {
  BlockCheat,
  Cheat,
  CheatedContract,
  CheatOptions,
  MockAnswer,
  MockedFunction,
  MockOptions,
} from './cheatTypes.ts';

/**
 * Cheats for tests of contracts: answers of functions, callers and blocks that are not the real ones. Receipts, traces and explanations say where a
 * cheat changed something. Snapshots, clones and state files contain cheats.
 *
 * @example
 * await box.cheats.mock(token, 'balance_of', 42n);
 */
export class CheatControls {
  readonly #request: SendRequest;

  /** @internal */
  constructor(request: SendRequest) {
    this.#request = request;
  }

  /**
   * Lets a function return something without running its contract. Returns the number of the cheat, for `stop`.
   *
   * @throws AbiError when the contract has no such function, or the result or the arguments do not fit.
   * @example
   * await box.cheats.mock(token, 'balance_of', 42n);
   * await box.cheats.mock(token, 'balance_of', 43n, { args: [alice], calls: 1 });
   */
  mock<const A extends Abi, N extends FunctionNames<A>>(
    contract: CheatedContract<A>,
    name: N,
    result: Result<A, N, 'in'>,
    options?: MockOptions<Arguments<A, N>>,
  ): Promise<number>;
  /**
   * Mocks a function at an address, where there need be no contract. The result is a list of field elements.
   *
   * @example
   * await box.cheats.mock('0x123', 'total_supply', [5n, 0n]);
   */
  mock(
    contract: AddressLike,
    entryPoint: string | bigint,
    retdata: readonly FeltLike[],
    options?: MockOptions,
  ): Promise<number>;
  async mock(
    contract: AddressLike | CheatedContract<Abi>,
    name: string | bigint,
    result: unknown,
    options?: MockOptions<readonly unknown[]>,
  ): Promise<number> {
    return this.#mock({ contract, name, options }, { result });
  }

  /**
   * Lets a function panic without running its contract.
   *
   * @example
   * await box.cheats.mockPanic(token, 'transfer', 'paused');
   */
  async mockPanic<const A extends Abi, N extends FunctionNames<A>>(
    contract: CheatedContract<A> | AddressLike,
    name: N | string | bigint,
    reason: string | readonly FeltLike[],
    options?: MockOptions<Arguments<A, N> | readonly FeltLike[]>,
  ): Promise<number> {
    return this.#mock({ contract, name, options }, { panic: reason });
  }

  /**
   * Lets a contract see another caller, also one that is no account. With `'any'` every contract does. The first call of a transaction keeps its
   * caller, zero, since accounts refuse others.
   *
   * @example
   * await box.cheats.caller(token, bob, { calls: 1 });
   * await token.write.transfer(alice, 5n); // the token takes it from bob
   */
  async caller(contract: AddressLike | 'any', caller: AddressLike, options?: CheatOptions): Promise<number> {
    const { callerParams } = await import('./cheatValues.ts');
    return (await this.#request('devnet_cheatCaller', callerParams(contract, caller, options))).cheat_id;
  }

  /**
   * Lets a contract, or with `'any'` every contract, see another number, time or sequencer of its block. The block itself keeps them: for its
   * time see `box.time`.
   *
   * @example
   * await box.cheats.block(vault, { number: 1_000_000 });
   */
  async block(contract: AddressLike | 'any', block: BlockCheat, options?: CheatOptions): Promise<number> {
    const { blockParams } = await import('./cheatValues.ts');
    return (await this.#request('devnet_cheatBlock', blockParams(contract, block, options))).cheat_id;
  }

  /**
   * The cheats in force, oldest first. Of two for the same thing the newer one counts, until it is stopped or used up.
   *
   * @example
   * const [first] = await box.cheats.list();
   */
  async list(): Promise<readonly Cheat[]> {
    const { cheatOf } = await import('./cheatValues.ts');
    const { cheats } = await this.#request('devnet_getCheats');
    return cheats.map(cheatOf);
  }

  /**
   * Stops a cheat by its number, or all of them.
   *
   * @throws SandboxError when there is no such cheat.
   * @example
   * const cheat = await box.cheats.mock(token, 'balance_of', 42n);
   * await box.cheats.stop(cheat);
   */
  async stop(cheat?: number): Promise<void> {
    await this.#request('devnet_stopCheat', cheat === undefined ? {} : { cheat_id: cheat });
  }

  async #mock(mocked: MockedFunction, answer: MockAnswer): Promise<number> {
    const { mockParams } = await import('./cheatValues.ts');
    return (await this.#request('devnet_mockCall', mockParams(mocked, answer))).cheat_id;
  }
}
