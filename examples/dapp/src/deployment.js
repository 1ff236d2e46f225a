/** The contract. Its address follows from its class, the salt 0 and the bridge, so it is the same on every chain. */
export const ARCADE = '0x34ec2d59a449749a259fc8539894c5d6fd092511a33a8c4a36d650a43af1f4e';
/** The contract on L1 that sells coins. */
export const BRIDGE = '0xb41d6e';
