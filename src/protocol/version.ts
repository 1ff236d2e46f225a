/** The version of the JSON-RPC specification that we implement. */
export const SPEC_VERSION = '0.10.2';

/** The version of this package; a test compares it with package.json. */
export const PACKAGE_VERSION = '0.1.0';

/** The release of starknet-devnet whose interface we follow. Tools that ask for its version get this one. */
export const DEVNET_VERSION = '0.10.1';

/** The Sierra compiler of protocol 0.14.4. Our compiler follows its rules. */
export const NETWORK_COMPILER_VERSION = '2.19.4';
