// A separate module, so that it is loaded only for a deployment.
import contract from '../../contracts/l1/MockStarknetMessaging.json' with { type: 'json' };

/** The code that deploys the messaging contract (contracts/l1). Its constructor arguments are appended. */
export const messagingBytecode: string = contract.bytecode;
