import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { feltOf, keyOf } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import type { StateReader } from '../../state/stateReader.ts';
import type { BlockContext } from '../blockContext.ts';
import type { Execution } from '../callContext.ts';
import { PROOF_VERSIONS, VIRTUAL_SNOS, VIRTUAL_SNOS_OUTPUT, virtualOsConfigHash } from '../hash/proofFacts.ts';
import { TransactionRejectedError } from '../outcome.ts';

const MIN_SNOS_FIELDS = 7;
/** The MIN_SNOS_FIELDS fields that every SNOS proof has, and any others. */
type SnosFacts = readonly [Felt, Felt, Felt, Felt, Felt, Felt, Felt, ...Felt[]];
const U64_END = 2n ** 64n;

/** Checks the facts of a client-side proof. */
export function* checkProofFacts(facts: readonly Felt[], state: StateReader, block: BlockContext): Execution<void> {
  const refuse = (text: string): never => {
    throw new TransactionRejectedError({ kind: 'proofFacts', text });
  };
  const malformed = (text: string): never => refuse(`ProofFacts parse error: ${text}`);
  const markers = PROOF_VERSIONS.map((name) => ({ name, value: feltOfAscii(name) }));

  if (facts.length < 2) malformed(`Proof facts must have at least 2 fields, got ${facts.length}`);
  const version = markers.find(({ value }) => value === facts[0]);
  if (!version) {
    const known = markers.map(({ name, value }) => `${value} (${name})`).join(', ');
    return malformed(`Expected first field to be one of ${known}, but got ${facts[0]}`);
  }
  if (facts[1] !== VIRTUAL_SNOS)
    malformed(
      `Non-SNOS proofs are not currently supported. Expected second field to be ${VIRTUAL_SNOS} (VIRTUAL_SNOS), but got ${facts[1]}`,
    );
  if (facts.length < MIN_SNOS_FIELDS) malformed(`SNOS proof facts is too small with ${facts.length} fields`);
  const [, , programHash, outputVersion, number, blockHash, configHash] = facts as SnosFacts;
  if (outputVersion !== VIRTUAL_SNOS_OUTPUT)
    malformed(
      `Expected SNOS proof facts version to be ${VIRTUAL_SNOS_OUTPUT} (VIRTUAL_OS_OUTPUT_VERSION), but got ${outputVersion}`,
    );
  if (number >= U64_END) malformed(`Block number field is not a valid u64: ${number}`);

  const { constants } = block;
  if (!constants.allowedProofVersions.includes(version.value))
    refuse(`Proof version ${version.value} (${version.name}) is not allowed under this protocol version.`);
  if (!constants.allowedVirtualOsProgramHashes.includes(programHash))
    refuse(`Virtual OS program hash ${programHash} is not allowed`);
  const buffer = constants.storedBlockHashBuffer;
  if (block.number < buffer)
    refuse(`The current block number ${block.number} is below the required block-hash retention buffer: ${buffer}.`);
  const newest = block.number - buffer;
  if (number > BigInt(newest))
    refuse(`The proof block number ${number} is too recent. The maximum allowed block number is ${newest}.`);
  if (blockHash === 0n) refuse(`Proof block hash is zero for block ${number}.`);
  const hashes = keyOf(toFelt(constants.blockHashContractAddress));
  const stored = feltOf(yield* retryRead(() => state.storageAt(hashes, keyOf(number))));
  if (stored !== blockHash)
    refuse(`Block hash mismatch for block ${number}. Proof block hash: ${blockHash}, stored block hash: ${stored}.`);
  const computed = virtualOsConfigHash(feltOf(block.chainId), feltOf(block.feeTokens.strk), constants.rules);
  if (computed !== configHash)
    refuse(
      `Virtual OS config hash mismatch. Computed virtual OS config hash: ${computed}, expected virtual OS config hash: ${configHash}.`,
    );
}
