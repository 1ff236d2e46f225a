// A module of its own, so that only a deployment loads it.
import contract from '../../contracts/l1/MockStarknetMessaging.json' with { type: 'json' };

/** The code that deploys the messaging contract (contracts/l1); its constructor's arguments follow it. */
export const messagingBytecode: string = contract.bytecode;
