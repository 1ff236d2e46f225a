// The console: the REPL of Node.js with a sandbox or a running node.

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { type REPLServer, type ReplOptions, start } from 'node:repl';
import { PassThrough } from 'node:stream';
import { inspect } from 'node:util';
import { builtContracts, ContractTypesError } from '../../contractTypes/builtContracts.ts';
import type { SendRequest } from '../../library/requests/requests.ts';
import type { AddressLike, Hex } from '../../library/values.ts';
import { abiAtAddress } from './remoteBox.ts';

/** What a console is about: a sandbox of the library, or a running node. */
export interface ConsoleBox {
  readonly accounts: readonly object[];
  readonly request: SendRequest;
  contract(abi: never, address: AddressLike): object;
  explain(transactionHash: Hex): Promise<string>;
  snapshot(): unknown;
  restore(mark: never): unknown;
}

/** How a console is opened. */
export interface ConsoleOptions {
  readonly box: ConsoleBox;
  /** What the first line says that it is about. */
  readonly about: string;
  /** The file that has the lines of earlier consoles; undefined for none. */
  readonly history: string | undefined;
  readonly color: boolean;
}

const PEOPLE = ['alice', 'bob', 'carol', 'dave', 'erin'];

/** Runs a console until its user ends it. */
export async function runConsole({ box, about, history, color }: ConsoleOptions): Promise<void> {
  const names = { ...(await contractsHere()), ...namesOf(box) };
  process.stdout.write(`${about}\n${Object.keys(names).join(', ')}. Type .help for commands.\n`);
  const isTyped = process.stdin.isTTY === true;
  const lines = new PassThrough();
  const repl = openRepl(names, {
    input: isTyped ? process.stdin : lines,
    output: process.stdout,
    terminal: isTyped && process.stdout.isTTY === true,
    useColors: color,
  });
  addCommands(repl, box);
  const ended = new Promise<void>((resolve) => {
    repl.once('exit', resolve);
  });
  if (!isTyped) await feed(repl, lines, ended);
  else if (history !== undefined) await keepHistory(repl, history);
  await ended;
}

/** The REPL of Node.js, in which these names are defined. It completes members of objects, and so functions of contracts. */
export function openRepl(names: Readonly<Record<string, unknown>>, options: ReplOptions): REPLServer {
  const repl = start({
    ...options,
    prompt: 'starbox> ',
    writer: (value: unknown) =>
      value instanceof Error ? errorText(value) : inspect(value, { colors: options.useColors === true, depth: 4 }),
  });
  Object.assign(repl.context, names);
  return repl;
}

/** What every console has. */
function namesOf(box: ConsoleBox): Readonly<Record<string, unknown>> {
  const people = PEOPLE.flatMap((name, i) => (box.accounts[i] ? [[name, box.accounts[i]] as const] : []));
  return {
    box,
    ...Object.fromEntries(people),
    at: async (address: AddressLike) => box.contract((await abiAtAddress(box.request, address)) as never, address),
  };
}

/** Gives the console the lines of standard input, each when the one before is done: what is typed waits too. */
async function feed(repl: REPLServer, lines: PassThrough, ended: Promise<void>): Promise<void> {
  let isReady = (): void => undefined;
  const show = repl.displayPrompt.bind(repl);
  repl.displayPrompt = (keepsCursor) => {
    show(keepsCursor);
    isReady();
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const ready = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    lines.write(`${line}\n`);
    await Promise.race([ready, ended]);
  }
  lines.end();
}

/** The contracts that Scarb has built around the working folder, by name; none where there is no build. */
async function contractsHere(): Promise<Readonly<Record<string, object>>> {
  try {
    const built = await builtContracts('.');
    return Object.fromEntries(built.map(({ exportName, name, abi, path }) => [exportName, { name, abi, file: path }]));
  } catch (error) {
    if (error instanceof ContractTypesError) return {};
    throw error;
  }
}

/** The message says all that a user needs; a stack would be that of the console. */
const errorText = (error: Error): string => `${error.name}: ${error.message}`;

function addCommands(repl: REPLServer, box: ConsoleBox): void {
  const marks: unknown[] = [];
  const define = (name: string, help: string, run: (words: string) => Promise<string>) =>
    repl.defineCommand(name, {
      help,
      action(words: string) {
        void run(words.trim())
          .catch(errorText)
          .then((text) => {
            repl.output.write(`${text.trimEnd()}\n`);
            repl.displayPrompt();
          });
      },
    });
  define('explain', 'What a transaction did: .explain [HASH], without a hash the last one', async (hash) =>
    box.explain((hash || (await lastTransaction(box))) as Hex),
  );
  define('snapshot', 'Take a snapshot of the chain', async () => {
    marks.push(await box.snapshot());
    return `Snapshot ${marks.length}. Return to it with .restore ${marks.length}`;
  });
  define('restore', 'Return to a snapshot: .restore [NUMBER], without a number the last one', async (word) => {
    const number = word === '' ? marks.length : Number(word);
    if (!(number in [undefined, ...marks]) || number === 0)
      throw new RangeError(
        marks.length === 0 ? 'There is no snapshot: take one with .snapshot' : `The snapshots are 1 to ${marks.length}`,
      );
    await box.restore(marks[number - 1] as never);
    // On a node, snapshots after this one are gone, and it may be too.
    marks.length = number - 1;
    marks.push(await box.snapshot());
    return `The chain is as in snapshot ${number}`;
  });
}

/** The hash of the last transaction. */
async function lastTransaction({ request }: ConsoleBox): Promise<string> {
  for (const block_id of ['pre_confirmed', 'latest'] as const) {
    const { transactions } = await request('starknet_getBlockWithTxHashes', { block_id });
    const last = transactions.at(-1);
    if (last !== undefined) return last;
  }
  throw new Error('The latest block has no transactions: name one with .explain HASH');
}

async function keepHistory(repl: REPLServer, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(() => undefined);
  // Where it cannot be kept, Node.js says so once and goes on.
  await new Promise<void>((resolve) => repl.setupHistory(path, () => resolve()));
}
