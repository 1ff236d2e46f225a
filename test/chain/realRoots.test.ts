import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { finish } from '../../src/async/steps.ts';
import { StateTries } from '../../src/commitment/stateTries.ts';
import { formatFelt, parseFelt } from '../../src/felt/felt.ts';
import { type FeltKey, keyOf } from '../../src/felt/key.ts';
import { EMPTY_DIFF, type StateDiff } from '../../src/state/stateDiff.ts';
import { skipUnless } from '../support/skipUnless.ts';

const BLOCKS = new URL('../../../shared/real/blocks/', import.meta.url);

interface RealBlock {
  readonly header: { readonly new_root: string };
  readonly state_diff: {
    readonly storage_diffs: readonly {
      readonly address: string;
      readonly storage_entries: readonly { readonly key: string; readonly value: string }[];
    }[];
    readonly nonces: readonly { readonly contract_address: string; readonly nonce: string }[];
    readonly deployed_contracts: readonly { readonly address: string; readonly class_hash: string }[];
  };
}

const key = (text: string): FeltKey => keyOf(parseFelt(text)!);

const diffOf = ({ storage_diffs, nonces, deployed_contracts }: RealBlock['state_diff']): StateDiff => ({
  ...EMPTY_DIFF,
  storage: new Map(
    storage_diffs.map(({ address, storage_entries }) => [
      key(address),
      new Map(storage_entries.map((entry) => [key(entry.key), key(entry.value)])),
    ]),
  ),
  nonces: new Map(nonces.map(({ contract_address, nonce }) => [key(contract_address), key(nonce)])),
  deployed: new Map(deployed_contracts.map(({ address, class_hash }) => [key(address), key(class_hash)])),
});

describe.runIf(skipUnless(existsSync(BLOCKS), 'the recorded blocks of the networks are not here'))(
  'the state root',
  () => {
    test.each(['mainnet-0', 'sepolia-0', 'sepolia-integration-0'])('of %s is that of the network', (name) => {
      const text = gunzipSync(readFileSync(new URL(`${name}.json.gz`, BLOCKS))).toString();
      const { header, state_diff } = JSON.parse(text) as RealBlock;
      const tries = finish(StateTries.EMPTY.with(diffOf(state_diff)));
      finish(tries.hash());
      expect(formatFelt(tries.root)).toBe(header.new_root);
    });
  },
);
