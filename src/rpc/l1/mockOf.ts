import type { MockL1 } from '../../chain/l1Connection.ts';
import type { ChainView } from '../../chain/node.ts';
import { hint, message } from '../../protocol/message.ts';
import { failed } from '../rpcError.ts';

/** The mock L1 of a chain that is connected to it. */
export function mockOf({ l1 }: ChainView): MockL1 {
  if (l1?.kind !== 'mock')
    throw failed(
      message`No mock L1 is loaded. Call postmanLoad with network_url "mock", or start with ${hint('mockL1')}.`,
    );
  return l1;
}
