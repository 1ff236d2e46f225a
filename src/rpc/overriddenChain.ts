import type { ChainView } from '../chain/chainView.ts';
import type { StateEdit } from '../chain/run/broadcast.ts';
import { checkStateEdit, StateEditError } from '../chain/run/stateEdit.ts';
import type { BlockId } from '../chain/value/blockId.ts';
import type { Felt } from '../felt/felt.ts';
import { OverriddenView, type ViewOverrides } from '../tools/overrides/overriddenView.ts';
import { balanceCell } from './balance.ts';
import type { Context } from './context.ts';
import type { overrides } from './decode/overrides.ts';
import { countingFelt } from './decode/wholeNumber.ts';
import { type SmallEdit, wholeEdit } from './editState.ts';
import { editFaultText } from './rewordErrors.ts';
import { invalidParams } from './rpcError.ts';
import { byPath, cellsOfValue, storageOf } from './storagePlace.ts';

type Overrides = ReturnType<typeof overrides>;

/** The chain with the overrides of a request. Names of storage are those of the classes before the overrides. */
export async function overriddenChain(
  { chain: plain, node }: Pick<Context, 'chain' | 'node'>,
  given: Overrides,
  id: BlockId,
): Promise<ChainView> {
  const chain = new OverriddenView(plain, { edits: [] });
  const { time, blockNumber, storage = [], balances = [], classes = [], nonces = [] } = given;
  const edits: ViewOverrides['edits'][number][] = [];
  const block = { time, blockNumber };
  const edited = (edit: SmallEdit) => checkedView(chain, edits, block, wholeEdit(edit), id);
  const add = async (edit: SmallEdit) => void edits.push((await edited(edit)).edit);
  for (const { contractAddress, key, value } of storage) {
    const entries =
      key.kind === 'key'
        ? [{ key: key.key, value: countingFelt(value) }]
        : cellsOfValue(key.path, await placeOf(chain, contractAddress, key.path, id), value);
    await add({ storage: [{ address: contractAddress, entries }] });
    await chain.rest();
  }
  if (nonces.length > 0)
    await add({ nonces: nonces.map((each) => ({ address: each.contractAddress, nonce: each.nonce })) });
  if (classes.length > 0) await add(await classEdit(chain, classes, id));
  for (const { address, amount, token = node.system.strkAddress } of balances) {
    const { view } = await edited({});
    const entries = await balanceCell(view, async (edit) => (await edited(edit)).view, id, { token, address, amount });
    await add({ storage: [{ address: token, entries }] });
    await chain.rest();
  }
  return new OverriddenView(chain, { ...block, edits });
}

async function placeOf(chain: ChainView, address: Felt, path: string, id: BlockId) {
  const storage = await storageOf(chain, address, id);
  return byPath(() => storage.placeOf(path));
}

/** The class of a contract, which need not exist. */
async function classEdit(
  chain: ChainView,
  classes: readonly { readonly contractAddress: Felt; readonly classHash: Felt }[],
  id: BlockId,
): Promise<SmallEdit> {
  const deployed: { address: Felt; classHash: Felt }[] = [];
  const replaced: { address: Felt; classHash: Felt }[] = [];
  for (const { contractAddress: address, classHash } of classes) {
    const isNew = (await chain.stateAt(id).classHashOf(address)) === 0n;
    (isNew ? deployed : replaced).push({ address, classHash });
  }
  return { deployed, replaced };
}

/** The view after one more edit, and the edit as changes. */
async function checkedView(
  chain: ChainView,
  edits: ViewOverrides['edits'],
  block: Omit<ViewOverrides, 'edits'>,
  edit: StateEdit,
  id: BlockId,
): Promise<{ readonly view: ChainView; readonly edit: ViewOverrides['edits'][number] }> {
  const before = new OverriddenView(chain, { ...block, edits });
  try {
    const wait = chain.runOptions.waitFor ?? ((answered: Promise<void>) => answered);
    const checked = await checkStateEdit(edit, before.stateOf(id), chain.surroundings, wait);
    return { view: new OverriddenView(chain, { ...block, edits: [...edits, checked] }), edit: checked };
  } catch (error) {
    throw error instanceof StateEditError ? invalidParams(`overrides: ${editFaultText(error.fault)}`) : error;
  }
}
