import { createRequire } from 'node:module';
import { join } from 'node:path';
import { L1Error } from '../l1/l1Error.ts';
import { EVM_PACKAGES, type EvmPackages } from '../l1evm/evmPackages.ts';
import { l1Evm } from '../l1evm/l1Evm.ts';
import type { L1Evm } from '../l1evm/loadEvm.ts';

let loaded: EvmPackages | undefined;

/** Loads the packages of EthereumJS, from where this package is or from the working folder. */
export function loadEvmPackages(): EvmPackages {
  loaded ??= findEvmPackages([import.meta.url, join(process.cwd(), 'package.json')]);
  return loaded;
}

/** Finds them from the first of these files that has them. Throws an L1Error that says how to install them. */
export const findEvmPackages = (files: readonly string[]): EvmPackages => packagesBeside(entryOfVm(files));

/** Loads an EVM with them. */
export const loadEvm = (): L1Evm => l1Evm(loadEvmPackages());

const INSTALL =
  "Run npm install --save-dev @ethereumjs/vm@10, or use 'mock', or the URL of an L1 node such as anvil (docs/l1.md).";

function entryOfVm(files: readonly string[]): string {
  for (const file of files)
    try {
      return createRequire(file).resolve('@ethereumjs/vm');
    } catch {
      // Not there.
    }
  throw new L1Error('The package @ethereumjs/vm is not installed', `The EVM needs @ethereumjs/vm. ${INSTALL}`);
}

/** The packages that come with `@ethereumjs/vm` are found from there, however they were installed. */
function packagesBeside(entry: string): EvmPackages {
  const require = createRequire(entry);
  const packages = Object.fromEntries(
    EVM_PACKAGES.map((name) => [name, require(`@ethereumjs/${name}`)]),
  ) as EvmPackages;
  if (typeof packages.vm.createVM === 'function') return packages;
  throw new L1Error('The package @ethereumjs/vm is too old', `The EVM needs version 10 of @ethereumjs/vm. ${INSTALL}`);
}
