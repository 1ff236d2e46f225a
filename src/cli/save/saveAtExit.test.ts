import { expect, test } from 'vitest';
import type { Files } from '../../rpc/journal/files.ts';
import type { ServerConfig } from '../../rpc/serverConfig.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { Log } from '../../server/log/log.ts';
import { saveAtExit } from './saveAtExit.ts';

test('a state file is saved without reading the journal, whose records may be damaged', async () => {
  const content = new Uint8Array([1, 2, 3]);
  const journal = [{ kind: 'stored', text: new TextEncoder().encode('{"method":7}') }];
  const hub = {
    node: { chain: { journal } },
    dispatcher: { finishJournal: async () => true },
    saveState: async () => content,
  } as unknown as Hub;
  const written: unknown[] = [];
  const files = { write: async (...call: unknown[]) => void written.push(call) } as unknown as Files;
  const log = { write: () => undefined } as unknown as Log;
  const server = { dumpOn: 'exit', dumpPath: undefined, statePath: 'chain.state' } as unknown as ServerConfig;
  expect(await saveAtExit(hub, server, files, log)).toBe(true);
  expect(written).toEqual([['chain.state', content, 'state', 'owner']]);
});
