import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readClassText } from '../../classes/readClassText.ts';
import { factsOf } from '../names/classFacts.ts';
import { layoutChanges, storageLayout } from './storageLayout.ts';

const LEDGER = new URL('../../../contracts/classes/ledger.sierra.json', import.meta.url);
const facts = factsOf(readClassText(readFileSync(LEDGER, 'utf8')));

/** The layout of the ledger, if its source declared a variable `count` of this type, and a struct with these members. */
const layoutWith = (type: string, members: string) =>
  storageLayout({
    ...facts,
    sources: [`struct Inner { ${members} } mod Ledger { #[storage] struct Storage { count: ${type} } }`],
  });

test.each(['Inner', 'Option<Inner>', 'Result<Inner, u8>', 'Result<u8, Inner>', 'Map<u8, Inner>', '(u8, Inner)'])(
  'a new member of a struct changes the layout of %s',
  (type) => {
    const [before, after] = [layoutWith(type, 'x: u8'), layoutWith(type, 'x: u8, y: u8')];
    expect(layoutChanges(before, before)).toEqual({ added: [], removed: [], changed: [] });
    const { changed } = layoutChanges(before, after);
    expect(changed).toMatchObject([{ name: 'count', to: expect.stringContaining('Inner { x: u8, y: u8 }') }]);
  },
);
