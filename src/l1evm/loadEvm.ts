/**
 * Loads the packages of an EVM (evmPackages.ts). Throws an L1Error if they are not installed. Their types are not named here, because users of
 * this package who need no EVM do not have them.
 */
export type LoadEvm = () => object | Promise<object>;
