/**
 * Ways out that messages name, in the words of the configuration and of the library. A server has its own
 * words: those of the command line are in src/cli/options/hints.ts.
 */
export const libraryHints = {
  fullArchive: "stateArchiveCapacity: 'full'",
  archiveSetToFull: "stateArchiveCapacity: 'full'",
  keepJournal: 'journal: true',
  moreSnapshots: 'a larger maxSnapshots',
  mockL1: "l1: { url: 'mock' }",
  loadL1: "Call box.l1.connect('mock'), box.l1.connect('evm') or box.l1.connect(url)",
  loadMockL1: "Call box.l1.connect('mock')",
  mockProofs: "proofMode: 'devnet'",
  dumpFolder: 'choose a file in the working folder',
  plainFileNames: 'Choose such a name',
  bodySizeLimit: 'the limit of request bodies',
  stateTarget: 'call saveState() of the sandbox instead',
  askedTooOften: 'wait a little, or use another URL',
  offlineMode: 'Offline mode',
  forkCache: 'no files were given',
  recordMore: 'The command `starbox record URL` adds what is asked for',
  overNode: 'Open it with the option fork: { url }, where the URL is that of a node of that network',
  makeRecord: 'The command `starbox record URL` makes one',
  ownChain: 'box.clone() makes a sandbox with a chain of its own',
  subscriptions: 'use the events of the sandbox, or connect with a WebSocket to the path /ws of its server',
  restriction: 'restrictedMethods',
  protocolVersion: 'protocolVersion',
  stateCommitments: 'stateCommitments: true',
  gatewayRules: "gatewayRules: 'refuse'",
  countCoverage: 'coverage: true',
  memoryLimit: 'Ask for less at a time',
} as const;

/** The name of a way out. */
export type HintName = keyof typeof libraryHints;

/** What is written for each way out. */
export type Hints = Readonly<Record<HintName, string>>;

interface Hint {
  readonly hint: HintName;
}

/** A part that the library words in its own way. Clients of a server may look for the words of starknet-devnet. */
interface Worded {
  readonly wire: string;
  readonly library: string;
}

/** A part of a message that servers write in the words of starknet-devnet. */
export const worded = (wire: string, library: string): Worded => ({ wire, library });

/** A way out as a part of a message. */
export const hint = (name: HintName): Hint => ({ hint: name });

type Part = string | Hint | Worded;

/** A text that names ways out. The layer that shows it writes them as its reader can use them. */
export class Message {
  readonly parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.parts = parts;
  }

  write(hints: Hints): string {
    const isLibrary = hints === libraryHints;
    return this.parts
      .map((part) => {
        if (typeof part === 'string') return part;
        return 'hint' in part ? hints[part.hint] : isLibrary ? part.library : part.wire;
      })
      .join('');
  }

  toString(): string {
    return this.write(libraryHints);
  }
}

/** A text, perhaps with ways out. */
export type Words = string | Message;

/** The text of a message for readers with these ways out. */
export const writeWords = (words: Words, hints: Hints = libraryHints): string =>
  typeof words === 'string' ? words : words.write(hints);

/** A message from a template whose values may be hints and other messages. */
export function message(texts: TemplateStringsArray, ...values: readonly (number | Part | Message)[]): Message {
  const parts: Part[] = [texts[0]!];
  for (const [i, value] of values.entries()) {
    if (value instanceof Message) parts.push(...value.parts);
    else parts.push(typeof value === 'number' ? String(value) : value);
    parts.push(texts[i + 1]!);
  }
  return new Message(parts);
}
