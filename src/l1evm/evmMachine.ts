import type { Block, HeaderData } from '@ethereumjs/block';
import type { Common } from '@ethereumjs/common';
import type { MerkleStateManager } from '@ethereumjs/statemanager';
import type { VM } from '@ethereumjs/vm';
import { keccak256 } from '../felt/hash.ts';
import type { EvmPackages } from './evmPackages.ts';
import { evmTurns } from './evmTurns.ts';
import type { EvmWork } from './loadEvm.ts';
import { type StateNodes, StateStore } from './stateStore.ts';

/** The chain id of anvil and hardhat, which clients know as a chain for development. */
export const L1_CHAIN_ID = 31_337;
/** The newest rules that EthereumJS and compilers have. */
const HARDFORK = 'osaka';
/** What a state is opened of. */
interface OpenedChain {
  readonly nodes: StateNodes;
  readonly blocks: { at(number: number): { readonly header: { readonly hash: Uint8Array } } | undefined };
}

/** A state that can be run on. */
export interface OpenState {
  readonly vm: VM;
  readonly state: MerkleStateManager;
  readonly store: StateStore;
}

/** The EVM of an L1 in this process. It has no state of its own. */
export class EvmMachine {
  readonly packages: EvmPackages;
  readonly common: Common;

  constructor(packages: EvmPackages) {
    this.packages = packages;
    const { createCustomCommon, Mainnet } = packages.common;
    this.common = createCustomCommon({ chainId: L1_CHAIN_ID, name: 'starbox' }, Mainnet, {
      hardfork: HARDFORK,
      // Ours runs in the kernel. The one of EthereumJS takes five times as long, and one operation can hash megabytes.
      customCrypto: { keccak256 },
    });
  }

  /** Opens a state to run transactions on it. They change the store that is returned, and nothing else. */
  async open({ nodes, blocks }: OpenedChain, root: Uint8Array, work?: EvmWork): Promise<OpenState> {
    const { store, state } = await this.stateAt(nodes, root);
    const hashAt = (number: number) => ({ hash: () => blocks.at(number)?.header.hash ?? new Uint8Array(32) });
    const blockchain = {
      getBlock: async (number: number) => hashAt(number),
      putBlock: async () => undefined,
      shallowCopy: () => blockchain,
    };
    // A VM listens to its parameters, which would keep it: each has a copy.
    const common = this.common.copy();
    const vm = await this.packages.vm.createVM({
      common,
      stateManager: state,
      blockchain,
      evmOpts: evmTurns(this.packages, common, work),
    });
    return { vm, state, store };
  }

  /** A state that is read and written without transactions; an empty one without a root. */
  async stateAt(nodes: StateNodes, root?: Uint8Array): Promise<Pick<OpenState, 'state' | 'store'>> {
    const { mpt, statemanager } = this.packages;
    const store = new StateStore(nodes);
    const valueEncoding = this.packages.util.ValueEncoding.Bytes;
    const trie = new mpt.MerklePatriciaTrie({ db: store, useKeyHashing: true, valueEncoding, common: this.common });
    const state = new statemanager.MerkleStateManager({ trie, common: this.common });
    if (root) await state.setStateRoot(root);
    return { store, state };
  }

  /** A block by the fields of its header. */
  block(header: HeaderData, transactions: readonly unknown[] = []): Block {
    return this.packages.block.createBlock(
      { header, transactions: transactions as never, withdrawals: [] },
      { common: this.common, skipConsensusFormatValidation: true },
    );
  }
}
