import { GATEWAY_SOURCE, gatewayVersions } from '../../src/protocol/gatewayLimits.ts';
import { DEVNET_VERSION } from '../../src/protocol/version.ts';
import { COMPILER_VERSION } from '../../src/sierra/compileContract.ts';
import { constantDifferences, libfuncDifferences, schemaDifferences } from './differences.ts';
import { gatewayDifferences } from './gatewayDifferences.ts';
import { tableDifferences } from './tableDifferences.ts';

/** A published package or a repository that we follow. */
export interface Followed {
  readonly registry: 'crates' | 'npm' | 'git';
  readonly name: string;
  /** The newest release that we have looked at. Change it when its differences are done or need nothing. */
  readonly version: string;
  /** What we take from it. */
  readonly what: string;
  /** Lists what is different in the newest release. `named` is the folder of our version, undefined if that is the newest. */
  readonly differences?: (newest: string, named: string | undefined) => readonly string[];
}

/** All packages that we follow. */
export const FOLLOWED: readonly Followed[] = [
  {
    registry: 'crates',
    name: 'starknet-devnet',
    version: DEVNET_VERSION,
    what: 'options and methods of the sandbox',
  },
  {
    registry: 'crates',
    name: 'blockifier',
    version: '0.20.0-rc.1',
    what: 'execution and the constants of the protocol',
    differences: (newest, named) => [...constantDifferences(newest, named), ...tableDifferences(newest)],
  },
  {
    // The crates apollo_gateway and apollo_mempool are published without content.
    registry: 'git',
    name: GATEWAY_SOURCE.repository,
    version: gatewayVersions.findLast(({ branch }) => branch !== 'main')!.branch,
    what: 'limits of gateway and mempool',
    differences: gatewayDifferences,
  },
  {
    registry: 'crates',
    name: 'cairo-lang-starknet-classes',
    version: COMPILER_VERSION,
    what: 'the compiler and its lists of libfuncs',
    differences: libfuncDifferences,
  },
  {
    registry: 'npm',
    name: '@starknet-io/types-js',
    version: '0.10.4',
    what: 'the specification of JSON-RPC, as types',
    differences: schemaDifferences,
  },
  { registry: 'npm', name: 'starknet', version: '10.8.0', what: 'the client starknet.js' },
  { registry: 'crates', name: 'starknet-rust', version: '0.20.1', what: 'the client starknet-rust' },
  { registry: 'crates', name: 'cairo-annotations', version: '1.0.1', what: 'names of variables in debug information' },
];
