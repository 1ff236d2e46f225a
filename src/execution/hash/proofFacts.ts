import { type Felt, feltOfAscii, reduce, toFelt } from '../../felt/felt.ts';
import { bigEndian, blake2sFelts, pedersenArray } from '../../felt/hash.ts';
import type { ProtocolConstants, ProtocolRules } from '../../protocol/constants.ts';
import { messageToL1Hash } from './messageHash.ts';

export const PROOF_VERSIONS = ['PROOF0', 'PROOF1', 'PROOF2'] as const;
export const VIRTUAL_SNOS = feltOfAscii('VIRTUAL_SNOS');
export const VIRTUAL_SNOS_OUTPUT = feltOfAscii('VIRTUAL_SNOS0');
const CONFIG = feltOfAscii('StarknetOsConfig4');
const OLD_CONFIG = feltOfAscii('StarknetOsConfig3');
/** Marks a mock proof, which proves nothing. */
const MOCK = 0xfafafafan as Felt;
const PROOF_BYTES = 32;
const MOCK_FACTS = 9;

/** The hash of the configuration of a virtual OS. */
export const virtualOsConfigHash = (
  chainId: Felt,
  strkAddress: Felt,
  rules: Pick<ProtocolRules, 'virtualOsConfigHash'>,
): Felt =>
  rules.virtualOsConfigHash === 'blake'
    ? blake2sFelts([CONFIG, chainId, strkAddress])
    : pedersenArray([OLD_CONFIG, chainId, strkAddress]);

/** The execution that a proof is made for. */
export interface ProvenExecution {
  readonly blockNumber: number;
  readonly blockHash: Felt;
  readonly transactionHash: Felt;
  readonly chainId: Felt;
  readonly strkAddress: Felt;
  /** In the order of sending. */
  readonly messages: readonly {
    readonly fromAddress: Felt;
    readonly toAddress: Felt;
    readonly payload: readonly Felt[];
  }[];
}

/** A mock proof and its facts, which the sandbox returns instead of a real proof. The protocol version must have proofs. */
export function mockProof(
  execution: ProvenExecution,
  constants: ProtocolConstants,
): { readonly proof: Uint8Array; readonly proofFacts: readonly Felt[] } {
  const hashes = execution.messages.map((m) => reduce(messageToL1Hash(m.fromAddress, m.toAddress, m.payload)));
  const messagesHash = hashes.length ? pedersenArray(hashes) : (0n as Felt);
  const proof = pedersenArray([execution.blockHash, execution.transactionHash, MOCK, messagesHash]);
  const facts = [
    toFelt(constants.allowedProofVersions.at(-1)!),
    VIRTUAL_SNOS,
    toFelt(constants.allowedVirtualOsProgramHashes[0]!),
    VIRTUAL_SNOS_OUTPUT,
    toFelt(execution.blockNumber),
    execution.blockHash,
    virtualOsConfigHash(execution.chainId, execution.strkAddress, constants.rules),
    messagesHash,
  ];
  return { proof: bytesOf(proof), proofFacts: [...facts, pedersenArray([...facts, proof])] };
}

/** Whether a mock proof belongs to its facts. */
export function isMockProof(proof: Uint8Array, facts: readonly Felt[]): boolean {
  if (proof.length !== PROOF_BYTES || facts.length !== MOCK_FACTS) return false;
  return pedersenArray([...facts.slice(0, -1), reduce(bigEndian(proof))]) === facts.at(-1);
}

function bytesOf(felt: Felt): Uint8Array {
  const bytes = new Uint8Array(PROOF_BYTES);
  for (let i = PROOF_BYTES - 1, rest: bigint = felt; i >= 0; i--, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes;
}
