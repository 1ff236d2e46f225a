import type { Hints } from '../../protocol/message.ts';

/** The ways out of messages, as the command line gives them. */
export const commandHints: Hints = {
  fullArchive: '--state-archive-capacity full',
  archiveSetToFull: 'state-archive-capacity set to full',
  keepJournal: '--dump-on mode',
  moreSnapshots: 'a larger --max-snapshots',
  mockL1: '--l1-url mock',
  loadL1: 'Call devnet_postmanLoad',
  loadMockL1: 'Call postmanLoad with network_url "mock"',
  mockProofs: '--proof-mode devnet',
  dumpFolder: 'start with --dump-dir to allow another folder',
  plainFileNames: 'In the folder of --dump-dir it needs no extension',
  bodySizeLimit: '--request-body-size-limit',
  stateTarget: 'give a path, or start with --state FILE',
  askedTooOften: 'wait a little, use another URL, or keep answers with --fork-cache',
  offlineMode: '--fork-offline',
  forkCache: '--fork-cache',
  recordMore:
    '`starbox record URL --output FILE` adds what is asked for to this file: do the same once with its address',
  overNode: 'Open it with --fork-network URL, a node of that network',
  makeRecord: '`starbox record URL` makes one',
  ownChain: 'a dump cannot create or drop them',
  subscriptions: 'connect with a WebSocket to the path /ws of this server',
  restriction: '--restrictive-mode',
  protocolVersion: '--protocol-version',
  stateCommitments: '--state-commitments',
  gatewayRules: '--gateway-rules refuse',
  countCoverage: '--coverage DIR',
  memoryLimit: 'Ask for less at a time, or start with a larger --memory-limit',
};

/** The command's hints for a chain that can be reached at a WebSocket address, which is known once the server listens. */
export const hintsAt = (webSocketUrl: () => string | undefined, hints = commandHints): Hints => ({
  ...hints,
  get subscriptions() {
    const url = webSocketUrl();
    return url === undefined ? hints.subscriptions : `connect with a WebSocket to ${url}`;
  },
});
