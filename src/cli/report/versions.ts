import { DEVNET_VERSION, NETWORK_COMPILER_VERSION, PACKAGE_VERSION, SPEC_VERSION } from '../../protocol/version.ts';
import { NEWEST_PROTOCOL } from '../../protocol/versions.ts';

/** The versions of this package and of what it follows. */
export const versions = {
  starbox: PACKAGE_VERSION,
  starknet_protocol: NEWEST_PROTOCOL.version,
  json_rpc: SPEC_VERSION,
  cairo_compiler: NETWORK_COMPILER_VERSION,
  starknet_devnet: DEVNET_VERSION,
};

/** The versions in one line, for people. */
export const versionsLine = `Starknet ${versions.starknet_protocol}, JSON-RPC ${versions.json_rpc}, Cairo compiler ${versions.cairo_compiler}, options and methods of starknet-devnet ${versions.starknet_devnet}`;
