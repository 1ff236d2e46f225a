// The hashes of SNIP-12 that the signatures of outside executions cover, in both versions of SNIP-9.
import { type Felt, feltOfAscii, toFelt } from '../felt/felt.ts';
import { pedersenArray, poseidonMany, starknetKeccak } from '../felt/hash.ts';
import type { OutsideExecution } from './outsideExecution.ts';

const NAME = feltOfAscii('Account.execute_from_outside');
const MESSAGE = feltOfAscii('StarkNet Message');

const V1 = {
  domain: starknetKeccak('StarkNetDomain(name:felt,version:felt,chainId:felt)'),
  execution: starknetKeccak(
    'OutsideExecution(caller:felt,nonce:felt,execute_after:felt,execute_before:felt,calls_len:felt,calls:OutsideCall*)OutsideCall(to:felt,selector:felt,calldata_len:felt,calldata:felt*)',
  ),
  call: starknetKeccak('OutsideCall(to:felt,selector:felt,calldata_len:felt,calldata:felt*)'),
};

const CALL_V2 = '"Call"("To":"ContractAddress","Selector":"selector","Calldata":"felt*")';
const V2 = {
  domain: starknetKeccak(
    '"StarknetDomain"("name":"shortstring","version":"shortstring","chainId":"shortstring","revision":"shortstring")',
  ),
  execution: starknetKeccak(
    `"OutsideExecution"("Caller":"ContractAddress","Nonce":"felt","Execute After":"u128","Execute Before":"u128","Calls":"Call*")${CALL_V2}`,
  ),
  call: starknetKeccak(CALL_V2),
};

/** The hash that an account's signature of an outside execution covers. */
export function outsideExecutionHash(execution: OutsideExecution, account: Felt, chainId: Felt): Felt {
  const { caller, nonce, calls } = execution;
  const [after, before] = [toFelt(execution.executeAfter), toFelt(execution.executeBefore)];
  if (execution.version === 1) {
    const hashes = calls.map(({ to, selector, calldata }) =>
      pedersenArray([V1.call, to, selector, toFelt(calldata.length), pedersenArray(calldata)]),
    );
    const domain = pedersenArray([V1.domain, NAME, toFelt(1), chainId]);
    const parts = [caller, nonce, after, before, toFelt(calls.length), pedersenArray(hashes)];
    return pedersenArray([MESSAGE, domain, account, pedersenArray([V1.execution, ...parts])]);
  }
  const hashes = calls.map(({ to, selector, calldata }) =>
    poseidonMany([V2.call, to, selector, poseidonMany(calldata)]),
  );
  const domain = poseidonMany([V2.domain, NAME, toFelt(2), chainId, toFelt(1)]);
  const message = poseidonMany([V2.execution, caller, nonce, after, before, poseidonMany(hashes)]);
  return poseidonMany([MESSAGE, domain, account, message]);
}
