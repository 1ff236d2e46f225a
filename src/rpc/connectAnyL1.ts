import type { L1Connection } from '../chain/l1Connection.ts';
import type { Node } from '../chain/node.ts';
import { chainTime } from '../chain/value/seal.ts';
import { CANCELLATION_DELAY_SECONDS, connectL1, type L1Request } from '../l1/connectL1.ts';
import type { Fetch } from '../l1/l1Client.ts';
import { L1Error } from '../l1/l1Error.ts';
import { evmFrom, type LoadEvm } from '../l1evm/loadEvm.ts';

interface ConnectParts {
  readonly fetch: Fetch;
  /** Undefined where there is no EVM, as in a page. */
  readonly loadEvm: LoadEvm | undefined;
  readonly node: Node;
}

/** Connects to an L1 node, to the mock (`mock`), or to a new EVM in this process (`evm`). Throws an L1Error. */
export async function connectAnyL1(request: L1Request, { fetch, loadEvm, node }: ConnectParts): Promise<L1Connection> {
  if (request.networkUrl !== 'evm') return connectL1(request, fetch);
  if (request.contractAddress !== undefined || request.privateKey !== undefined)
    throw new L1Error('An EVM in this process has its own messaging contract', 'Leave the address and the key out.');
  const evm = await evmFrom(loadEvm);
  const { messagingBytecode } = await import('../l1/messagingBytecode.ts');
  return evm.start({
    bytecode: messagingBytecode,
    cancellationSeconds: CANCELLATION_DELAY_SECONDS,
    now: chainTime(node.value, node.surroundings.now()),
  });
}
