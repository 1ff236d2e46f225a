import { Sandbox } from '../../src/index.ts';
import { classFile } from '../../test/support/eventfulChain.ts';
import { Random } from '../../test/support/random.ts';
import type { ProvenCase, ProvenContract } from './provenCase.ts';

const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** The contracts and cells that are changed and proven: few, so that they are often changed again and removed. */
const CONTRACTS = 12;
const CELLS = 8;

/**
 * Blocks of a running node with edits of its state, whose proofs are requested over JSON-RPC. What the state has is also requested, with the
 * methods that read it.
 */
export async function* nodeCases(count: number, seed: number): AsyncGenerator<ProvenCase> {
  const box = await Sandbox.create({ seed: 1, accounts: 3, stateCommitments: true });
  const random = new Random(seed);
  const keys = Array.from({ length: CELLS }, () => random.bits(251));
  const [account] = box.accounts;
  const classHash = BigInt(await box.request<string>('starknet_getClassHashAt', ['latest', account!.address]));
  const addresses = Array.from({ length: CONTRACTS }, () => random.bits(250));
  await box.applyStateDiff({
    classes: [JSON.parse(classFile('exerciser'))],
    deployed: addresses.map((address) => ({ address: hex(address), classHash })),
  });
  await box.blocks.mine();
  const { state_diff } = await box.request<StateUpdate>('starknet_getStateUpdate', ['latest']);
  const [declared] = state_diff.declared_classes;
  const classes = [[BigInt(declared!.class_hash), BigInt(declared!.compiled_class_hash)] as const, [5n, 0n] as const];
  try {
    for (let i = 0; i < count; i++) {
      const address = random.pick(addresses);
      for (let cells = random.below(4); cells >= 0; cells--)
        await box.setStorageAt(hex(address), hex(random.pick(keys)), random.below(2) === 0 ? 0n : random.bits(251));
      await box.mint(account!.address, BigInt(random.below(9)));
      await box.blocks.mine();
      const contracts = [random.pick(addresses), address, BigInt(account!.address), random.bits(250)];
      const cells = [random.pick(keys), random.pick(keys), random.bits(251)];
      yield await provenBlock(box, classes, await Promise.all(contracts.map((one) => factsOf(box, one, cells))));
    }
  } finally {
    box.close();
  }
}

interface StateUpdate {
  readonly state_diff: {
    readonly declared_classes: readonly { readonly class_hash: string; readonly compiled_class_hash: string }[];
  };
}

async function factsOf(box: Sandbox, address: bigint, keys: readonly bigint[]): Promise<ProvenContract> {
  // For a contract that is not there, these methods answer with an error, and a proof shows zero.
  const read = async (method: string, ...params: string[]): Promise<bigint> =>
    BigInt(await box.request<string>(method, params).catch(() => '0x0'));
  return {
    address,
    class_hash: await read('starknet_getClassHashAt', 'latest', hex(address)),
    nonce: await read('starknet_getNonce', 'latest', hex(address)),
    cells: await Promise.all(
      keys.map(async (key) => [key, await read('starknet_getStorageAt', hex(address), hex(key), 'latest')] as const),
    ),
  };
}

async function provenBlock(
  box: Sandbox,
  classes: ProvenCase['classes'],
  contracts: readonly ProvenContract[],
): Promise<ProvenCase> {
  const { new_root } = await box.request<{ new_root: string }>('starknet_getBlockWithTxHashes', ['latest']);
  const answer = await box.request('starknet_getStorageProof', {
    block_id: 'latest',
    class_hashes: classes.map(([hash]) => hex(hash)),
    contract_addresses: contracts.map(({ address }) => hex(address)),
    contracts_storage_keys: contracts.map(({ address, cells }) => ({
      contract_address: hex(address),
      storage_keys: cells.map(([key]) => hex(key)),
    })),
  });
  return { answer: JSON.stringify(answer), root: BigInt(new_root), classes, contracts };
}
