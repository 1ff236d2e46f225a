import { hex } from '../../rpc/format/hex.ts';
import type { RebuildNotification } from '../../rpc/subscriptions/notice.ts';
import type { Rebuild } from './rebuild.ts';

/** A rebuild as subscribers get it. */
export const formatRebuild = ({ contractName, classHash, contracts, ...more }: Rebuild): RebuildNotification => ({
  contract_name: contractName,
  class_hash: hex(classHash),
  contracts: contracts.map(({ address, from }) => ({ contract_address: hex(address), earlier_class_hash: hex(from) })),
  storage: {
    added: more.storage.added.map(({ name, type = null }) => ({ name, type })),
    removed: more.storage.removed.map(({ name, type = null }) => ({ name, type })),
    changed: more.storage.changed,
  },
  is_constructor_changed: more.isConstructorChanged,
  is_too_large: more.isTooLarge,
});
