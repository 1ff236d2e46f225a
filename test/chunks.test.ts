import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { chunkByEntries } from '../scripts/chunks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each file imports, and what it imports later. */
const FILES: Readonly<Record<string, readonly [now: readonly string[], later: readonly string[]]>> = {
  library: [['sandbox', 'nodePlatform'], []],
  browser: [['sandbox'], []],
  command: [['options'], ['start']],
  start: [['options', 'sandbox', 'server', 'words'], []],
  wallet: [['felt', 'standard'], []],
  sandbox: [['felt'], ['explain']],
  explain: [['words'], []],
  ...Object.fromEntries(
    ['felt', 'nodePlatform', 'standard', 'options', 'server', 'words'].map((name) => [name, [[], []]]),
  ),
};
const ids = (names: readonly string[]) => names.map((name) => join(root, name));
const graph = {
  getModuleInfo: (id: string) => {
    const [now, later] = Object.entries(FILES).find(([name]) => join(root, name) === id)?.[1] ?? [];
    return now && later ? { importedIds: ids(now), dynamicallyImportedIds: ids(later) } : null;
  },
};

/** The chunk of each file. */
function chunksOf(later: Parameters<typeof chunkByEntries>[0]['later'], undivided: readonly string[] = []) {
  const entries = { library: 'library', browser: 'browser', command: 'command', wallet: 'wallet' };
  const [{ name }] = chunkByEntries({ entries, later, undivided, anywhere: ['browser'] }).groups;
  return Object.fromEntries(Object.keys(FILES).map((file) => [file, name(join(root, file), graph)]));
}

describe('the chunks of a bundle', () => {
  const chunks = chunksOf({ start: { files: ['start'], after: 'command' } }, ['wallet']);

  test('a chunk has what the same entries load, and is named after the smallest of them', () => {
    // The library and the start of a node import all that the entry for browsers imports.
    expect(chunks['sandbox']).toBe('browser');
    expect(chunks['felt']).toBe('browser');
    expect(chunks['nodePlatform']).toBe('library-node');
    // What is loaded after the command needs no chunk of its own.
    expect(chunks['options']).toBe('command-node');
    expect(chunks['server']).toBe('start-node');
  });

  test('what a browser may load later is not in one chunk with what only Node.js can load', () => {
    expect(chunks['words']).toBe('start');
  });

  test('entries, and what none of them imports, are left to the bundler', () => {
    for (const file of ['library', 'browser', 'command', 'start', 'explain']) expect(chunks[file]).toBeNull();
  });

  test('an entry that is undivided divides no chunk of others', () => {
    const divided = chunksOf({ start: { files: ['start'], after: 'command' } });
    expect([divided['felt'], divided['sandbox']]).toEqual(['browser-wallet', 'browser']);
    expect([chunks['felt'], chunks['standard']]).toEqual(['browser', null]);
  });

  test('a file that does not exist, or that nothing imports, is an error that names it', () => {
    expect(() => chunksOf({ start: { files: ['src/moved.ts'], after: 'command' } })).toThrow(
      'Nothing in the bundle imports src/moved.ts, or there is no such file.',
    );
  });
});
