/** The packages of EthereumJS that an EVM in this process needs. They come with `@ethereumjs/vm`, an optional peer. */
export interface EvmPackages {
  readonly block: typeof import('@ethereumjs/block');
  readonly common: typeof import('@ethereumjs/common');
  readonly evm: typeof import('@ethereumjs/evm');
  readonly mpt: typeof import('@ethereumjs/mpt');
  readonly rlp: typeof import('@ethereumjs/rlp');
  readonly statemanager: typeof import('@ethereumjs/statemanager');
  readonly tx: typeof import('@ethereumjs/tx');
  readonly util: typeof import('@ethereumjs/util');
  readonly vm: typeof import('@ethereumjs/vm');
}

/** Their names, of which the last brings the others. */
export const EVM_PACKAGES = [
  'block',
  'common',
  'evm',
  'mpt',
  'rlp',
  'statemanager',
  'tx',
  'util',
  'vm',
] as const satisfies readonly (keyof EvmPackages)[];
