import { type Felt, feltOfAscii } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { type SyscallHandler, unauthorized } from './syscallIo.ts';

const OUT_OF_RANGE = keyOf(feltOfAscii('Block number out of range'));

/**
 * Reads the hash of a block that is old enough from the contract that stores block hashes.
 * The age is measured from the true block number, even in a validation, which sees a rounded one.
 */
export const getBlockHash: SyscallHandler = (io) => {
  const number = io.u64('Block number must fit within 64 bits.');
  if (!io.charge('GetBlockHash')) return undefined;
  const { mode, block, state } = io.context;
  if (number > BigInt(block.number) - BigInt(block.constants.storedBlockHashBuffer)) {
    if (mode === 'Validate') throw unauthorized('get_block_hash on recent blocks');
    io.fail([OUT_OF_RANGE]);
    return undefined;
  }
  const hash = state.storageAt(io.constants.blockHashContract, keyOf(number as Felt));
  io.succeed();
  io.writeKey(hash);
};
