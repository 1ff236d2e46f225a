/** The contract. Its address follows from its class, the salt 0 and the bridge, so it is the same on every chain. */
export const ARCADE = '0x564b209e1d6fe96741501b8e6bb1d238206d20fa324bce014d4d43ea13586bc';
/** Who sells coins on L1: the first account of the EVM of the sandbox. */
export const BRIDGE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
