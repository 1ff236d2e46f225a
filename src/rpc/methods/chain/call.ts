import { call as callContract } from '../../../chain/run/call.ts';
import { contractErrorOfCall } from '../../../execution/errors/contractError.ts';
import { errorStackOf } from '../../../execution/errors/formatErrorStack.ts';
import { feltOfAscii } from '../../../felt/felt.ts';
import { keyOf } from '../../../felt/key.ts';
import { WrittenJson } from '../../../json/writtenJson.ts';
import { explainCallSteps } from '../../../tools/explain/explainChain.ts';
import { blockId } from '../../decode/blockId.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { address, callCalldata, felt } from '../../decode/felt.ts';
import { profileForm } from '../../decode/profileForm.ts';
import { explainedError } from '../../explainedError.ts';
import { formatContractError, formatFailure } from '../../format/contractError.ts';
import type { Hex } from '../../format/hex.ts';
import { keysText } from '../../format/keysText.ts';
import { method } from '../../method.ts';
import { contractNotFound, entrypointNotFound, isMocked } from '../../notFound.ts';
import type { RpcError } from '../../rpcError.ts';

const request = struct(
  'FunctionCall',
  { contract_address: address, entry_point_selector: felt, calldata: callCalldata },
  { open: true, namedOnly: true },
);
const callMembers = { request, block_id: blockId };
export const callParams = struct('CallInput', callMembers);
export const profileCallParams = struct('ProfileCall', { ...callMembers, format: optional(profileForm) });

const ENTRYPOINT_NOT_FOUND = keyOf(feltOfAscii('ENTRYPOINT_NOT_FOUND'));

export const call = method({
  name: 'call',
  group: 'chain',
  summary: 'Calls a function of a contract without a transaction; nothing changes.',
  kind: 'read',
  params: callParams,
  origin: { by: 'block', member: 'blockId', answers: 'lasting' },
  run: async (context, { request, blockId }) => {
    const { chain } = context;
    const classHash = await chain.stateAt(blockId).classHashOf(request.contractAddress);
    if (classHash === 0n && !isMocked(chain, request))
      throw await contractNotFound(chain, request.contractAddress, blockId);
    const result = await callContract(chain, request, blockId);
    if (result.kind === 'error') {
      const top = {
        contractAddress: keyOf(request.contractAddress),
        classHash: keyOf(classHash),
        selector: keyOf(request.entryPointSelector),
      };
      throw await contractError(formatFailure(errorStackOf('execution', top, result.segments)));
    }
    const { info } = result;
    if (!info.failed) return new WrittenJson<readonly Hex[]>(await keysText(info.retdata));
    if (info.retdata[0] === ENTRYPOINT_NOT_FOUND) throw await entrypointNotFound(chain, request, classHash);
    // Panic data may be very long.
    await chain.rest();
    const error = formatContractError(contractErrorOfCall(info));
    await chain.rest();
    throw await contractError(error);

    function contractError(revertError: unknown): Promise<RpcError> {
      return explainedError(context, 'contractError', { revert_error: revertError }, async () =>
        explainCallSteps(chain, request, blockId),
      );
    }
  },
});
