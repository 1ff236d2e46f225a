// The sandbox of the playground. The page sends it JSON-RPC texts, and asks it to save and load whole chains.
import { Sandbox } from '../../../src/browser.ts';
import { sharedArtifacts } from '../../../src/classes/sharedArtifacts.ts';
import { provideTools } from '../../../src/library/platform.ts';
import { BUILD_OUTPUT, CHAIN } from '../../../src/library/startNode.ts';
import { decodeMoment, type Moment } from '../../../src/stateFile/momentFile.ts';
import { loadTools } from '../../../src/tools/loadTools.ts';
import { readJson, textOfJson } from '../transport/jsonRpc.ts';
import type { ChainBytes, FromWorker, ToWorker } from '../transport/workerMessages.ts';
import { isInFile, type OpenedFork, openedFork, saveFork } from './openedFork.ts';

const post = (message: FromWorker): void => self.postMessage(message);

/** All new chains of the playground have the same accounts, so that a journal is enough to repeat one. */
const SEED = 1;

// Profiles, coverage and the debugger are loaded when they are first used.
provideTools(loadTools);

let hasWholeJournal = true;
let opened: OpenedFork | undefined;
let box: Sandbox | undefined;
let socket: InstanceType<Sandbox['WebSocket']> | undefined;

/** Replaces the sandbox by one with the given chain, or by a new one. */
async function open(chain: ChainBytes | undefined): Promise<void> {
  const read = chain?.kind === 'moment' ? await decodeMoment(chain.bytes) : undefined;
  const next = await Sandbox.create(optionsOf(chain, read));
  if (chain?.kind === 'journal') await next.load(readJson(new TextDecoder().decode(chain.bytes)) as never);
  hasWholeJournal = chain === undefined || chain.kind === 'journal';
  socket?.close();
  await box?.close();
  box = next;
  opened = read && openedFork(read);
  socket = new next.WebSocket('ws://playground');
  socket.onmessage = ({ data }) => post({ kind: 'text', text: String(data) });
  await new Promise((resolve) => socket!.addEventListener('open', resolve, { once: true }));
  post({ kind: 'open' });
}

function optionsOf(chain: ChainBytes | undefined, read: Moment | undefined) {
  if (read) return { [CHAIN]: { ...read, isExported: true }, [BUILD_OUTPUT]: sharedArtifacts(read.classes) };
  return chain?.kind === 'state' ? { state: chain.bytes } : { seed: SEED };
}

/** The present chain. A short form is its journal, if that is all it takes to repeat it. */
async function save(isShort: boolean): Promise<ChainBytes> {
  if (isShort && hasWholeJournal) return { kind: 'journal', bytes: new TextEncoder().encode(textOfJson(box!.dump())) };
  if (opened && (await isInFile(box!))) return { kind: 'moment', bytes: await saveFork(box!, opened) };
  return { kind: 'state', bytes: await box!.saveState() };
}

async function answer(message: ToWorker): Promise<void> {
  if (message.kind === 'text') return socket?.send(message.text);
  try {
    if (message.kind === 'load') await open(message.chain);
    const chain = message.kind === 'save' ? await save(message.isShort) : undefined;
    post({ kind: 'done', id: message.id, chain });
  } catch (error) {
    post({ kind: 'failed', id: message.id, message: error instanceof Error ? error.message : String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => void answer(data);
