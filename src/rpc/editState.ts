import type { ChainDraft } from '../chain/draft/chainDraft.ts';
import type { StateEdit } from '../chain/run/broadcast.ts';
import type { Context } from './context.ts';
import { hex } from './format/hex.ts';
import { controlEntry } from './journal/journalEntry.ts';
import { applyEdit } from './rewordErrors.ts';

/** An edit without classes. */
export type SmallEdit = Partial<Pick<StateEdit, 'storage' | 'nonces' | 'deployed' | 'replaced'>>;

export const wholeEdit = (edit: SmallEdit): StateEdit => ({
  storage: [],
  nonces: [],
  deployed: [],
  replaced: [],
  declared: [],
  deprecatedDeclared: [],
  classes: [],
  ...edit,
});

/** Edits the open block's state. The journal records it as applyStateDiff, which every sandbox can load. */
export async function editState(
  { write }: Context,
  edit: SmallEdit | ((draft: ChainDraft) => Promise<SmallEdit>),
): Promise<void> {
  await write(async (draft) => {
    const small = typeof edit === 'function' ? await edit(draft) : edit;
    await applyEdit(draft, wholeEdit(small));
    draft.record(controlEntry('applyStateDiff', { state_diff: wireEdit(small) }, null));
  });
}

/** An edit as the request that makes it. */
export function wireEdit({ storage = [], nonces = [], deployed = [], replaced = [] }: SmallEdit) {
  return {
    storage_diffs: storage.map(({ address, entries }) => ({
      address: hex(address),
      storage_entries: entries.map(({ key, value }) => ({ key: hex(key), value: hex(value) })),
    })),
    nonces: nonces.map(({ address, nonce }) => ({ contract_address: hex(address), nonce: hex(nonce) })),
    deployed_contracts: deployed.map(({ address, classHash }) => ({
      address: hex(address),
      class_hash: hex(classHash),
    })),
    replaced_classes: replaced.map(({ address, classHash }) => ({
      contract_address: hex(address),
      class_hash: hex(classHash),
    })),
  };
}
