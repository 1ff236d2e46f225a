import type { ChainView } from '../chain/chainView.ts';
import { checkStateEdit, type EditFault, StateEditError } from '../chain/run/stateEdit.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import type { Felt } from '../felt/felt.ts';
import { limits } from '../protocol/limits.ts';
import type { State } from '../state/state.ts';
import { OverriddenView } from '../tools/overrides/overriddenView.ts';
import type { StoredCell } from '../tools/storage/storedValue.ts';
import { balanceCell } from './balance.ts';
import type { Context } from './context.ts';
import type { overrides } from './decode/overrides.ts';
import { countingFelt } from './decode/wholeNumber.ts';
import { type SmallEdit, wholeEdit } from './editState.ts';
import { editFaultText } from './rewordErrors.ts';
import { invalidParams } from './rpcError.ts';
import { byPath, cellsOfValue, storageOf } from './storagePlace.ts';

type Overrides = ReturnType<typeof overrides>;

/**
 * The chain with the overrides of a request. Names of storage are those of the classes before the overrides; a contract that the overrides
 * make has those of its new class.
 */
export async function overriddenChain(
  { chain: plain, node }: Pick<Context, 'chain' | 'node'>,
  given: Overrides,
  id: BlockId,
): Promise<ChainView> {
  const { time, blockNumber, storage = [], balances = [], classes = [], nonces = [] } = given;
  const block = { time, blockNumber };
  let chain: ChainView = new OverriddenView(plain, block);
  // COST: that of the edit, however many came before it.
  const edited = async (edit: SmallEdit): Promise<ChainView> =>
    new OverriddenView(chain, { ...block, state: await editedState(chain, edit, id) });
  const { deployed, replaced } = await classEdits(chain, classes, id);
  chain = await edited({ deployed });
  let cells = 0;
  const write = async (address: Felt, entries: readonly StoredCell[]) => {
    cells += entries.length;
    if (cells > limits.overriddenCells)
      throw invalidParams(
        `overrides: they write more than ${limits.overriddenCells} cells of storage together. Give fewer.`,
      );
    chain = await edited({ storage: [{ address, entries }] });
    await chain.rest();
  };
  for (const { contractAddress, key, value } of storage)
    await write(
      contractAddress,
      key.kind === 'key'
        ? [{ key: key.key, value: countingFelt(value) }]
        : cellsOfValue(key.path, await placeOf(chain, contractAddress, key.path, id), value),
    );
  const named = nonces.map((each) => ({ address: each.contractAddress, nonce: each.nonce }));
  chain = await edited({ nonces: named, replaced });
  for (const { address, amount, token = node.system.strkAddress } of balances)
    await write(token, await balanceCell(chain, edited, id, { token, address, amount }));
  return chain;
}

async function placeOf(chain: ChainView, address: Felt, path: string, id: BlockId) {
  const storage = await storageOf(chain, address, id);
  return byPath(() => storage.placeOf(path));
}

interface ContractClass {
  readonly address: Felt;
  readonly classHash: Felt;
}

/** The new classes of contracts: of those that do not exist yet, and of the others. */
async function classEdits(
  chain: ChainView,
  classes: readonly { readonly contractAddress: Felt; readonly classHash: Felt }[],
  id: BlockId,
): Promise<{ readonly deployed: readonly ContractClass[]; readonly replaced: readonly ContractClass[] }> {
  const [deployed, replaced]: [ContractClass[], ContractClass[]] = [[], []];
  for (const { contractAddress: address, classHash } of classes) {
    const isNew = (await chain.stateAt(id).classHashOf(address)) === 0n;
    (isNew ? deployed : replaced).push({ address, classHash });
    await chain.rest();
  }
  return { deployed, replaced };
}

async function editedState(chain: ChainView, edit: SmallEdit, id: BlockId): Promise<State> {
  const before = chain.stateOf(id);
  try {
    const wait = chain.runOptions.waitFor ?? ((fetch: () => Promise<void>) => fetch());
    const { diff, declared } = await checkStateEdit(wholeEdit(edit), before, chain.surroundings, wait);
    return before.apply(diff, declared);
  } catch (error) {
    throw error instanceof StateEditError ? invalidParams(overrideFaultText(error.fault)) : error;
  }
}

/** What is wrong with overrides, in the words of their request: it names neither the lists of an edit nor its classes. */
function overrideFaultText(fault: EditFault): string {
  if (fault.kind === 'addressInUse') return 'overrides.classes: contract_address must not be 0';
  if (fault.kind !== 'duplicate') return `overrides: ${editFaultText(fault)}`;
  const list = fault.list === 'nonces' ? 'nonces' : fault.list.startsWith('storage') ? 'storage' : 'classes';
  return `overrides.${list}: the same contract_address is there twice. Give each once.`;
}
