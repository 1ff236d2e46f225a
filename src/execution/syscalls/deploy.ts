import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { InnerCall } from '../calls/innerCall.ts';
import { contractAddress as contractAddressOf } from '../hash/address.ts';
import { type SyscallHandler, type SyscallIo, unauthorized } from './syscallIo.ts';

export const deploy: SyscallHandler = (io) => {
  const classHash = io.key();
  const salt = io.key();
  const calldata = io.span();
  const fromZero = io.boolean('The deploy_from_zero field in the deploy system call must be 0 or 1.');
  if (!io.charge('Deploy', calldata.length)) return undefined;
  io.frame.usages.get('Deploy')!.felts += calldata.length;
  return deploymentOf(io, classHash, salt, calldata, fromZero);
};

/** The deployment that a contract requests. */
export function deploymentOf(
  io: SyscallIo,
  classHash: FeltKey,
  salt: FeltKey,
  calldata: readonly FeltKey[],
  fromZero: boolean,
): InnerCall {
  const { mode, block } = io.context;
  if (mode === 'Validate' && !block.constants.rules.allowsDeployInValidation) throw unauthorized('deploy');
  const caller = io.frame.call.contractAddress;
  const contractAddress = keyOf(
    contractAddressOf(feltOf(fromZero ? ZERO_KEY : caller), feltOf(salt), feltOf(classHash), calldata.map(feltOf)),
  );
  return { kind: 'deployment', classHash, contractAddress, caller, calldata, initialGas: io.gas };
}
