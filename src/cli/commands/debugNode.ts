import { createNode } from '../../chain/createNode.ts';
import type { Node } from '../../chain/node.ts';
import { ArtifactStore } from '../../classes/artifactStore.ts';
import { sharedArtifacts } from '../../classes/sharedArtifacts.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { originConnector } from '../../fork/originConnector.ts';
import { isObject, type Json } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { builtinClassTexts } from '../../libraryNode/builtinTexts.ts';
import { artifactFolders } from '../../platform/artifactFolders.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync } from '../../platform/regularFile.ts';
import { helpedData } from '../../protocol/chainError.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { checkCallee } from '../../rpc/notFound.ts';
import { readCallParams, readTransactions, type SentJson } from '../../rpc/readExecution.ts';
import type { RpcError } from '../../rpc/rpcError.ts';
import type { Moment } from '../../stateFile/momentFile.ts';
import type { RecordedDebugger } from '../../tools/debug/recordedDebugger.ts';
import { loadTools } from '../../tools/loadTools.ts';
import { writtenSelector } from '../../tools/names/writtenNames.ts';
import { configure } from '../options/configure.ts';
import { readGiven, readOptions } from '../options/parseOptions.ts';
import { UsageError } from '../options/usageError.ts';
import { nodeOfChain, nodeOfState } from '../save/nodeOfState.ts';
import { forkCache } from '../start/forkCache.ts';
import { recordFiles } from '../start/recordFiles.ts';
import { StartError } from '../start/startError.ts';

/** What is debugged on a node that the command starts for it. */
export type Debugged =
  | { readonly kind: 'transaction'; readonly hash: Felt }
  | { readonly kind: 'call' | 'estimate'; readonly text: string };

/** Where the chain comes from: a state file, or another node. */
export interface DebugOrigin {
  readonly state: string | undefined;
  /** The node below the chain of a file, if that is one of a fork. */
  readonly fork?: string | undefined;
  /** A transaction that was exported, with its chain and sources. */
  readonly exported?: Moment | undefined;
  readonly findUrl: () => Promise<string>;
  readonly cache: string | undefined;
}

/** Starts a node without a server, and makes a debugger there. */
export async function debugOnNode(origin: DebugOrigin, debugged: Debugged): Promise<RecordedDebugger> {
  // Mistakes in JSON are reported before a node is asked for anything.
  const json = debugged.kind === 'transaction' ? undefined : readJson(debugged.text, `--${debugged.kind}`);
  const url = await origin.findUrl();
  const { chain } = await startNode(origin, url);
  return (await debuggerOn(chain, debugged, json ?? {}, origin.state ?? url)) as RecordedDebugger;
}

async function startNode({ state, fork, exported, cache }: DebugOrigin, url: string): Promise<Node> {
  const forking = {
    cache: forkCache(cache, (text) => void process.stderr.write(`${text}\n`)),
    standIn: recordFiles(),
  };
  if (exported) {
    const surroundings = { artifacts: sharedArtifacts(exported.classes) };
    return nodeOfChain(url, { ...exported, isExported: true }, fork, { forking, surroundings });
  }
  const surroundings = { artifacts: new ArtifactStore(artifactFolders(undefined, process.cwd())) };
  if (state !== undefined) return nodeOfState(state, fork, { forking, surroundings });
  // The options of a server that the environment gives are not meant for this node.
  const line = readGiven(['--fork-network', url], {});
  const { options, given } = readOptions(line.kind === 'given' ? line.given : new Map(), undefined);
  return createNode(builtinClassTexts, configure(options, given), originConnector(forking), surroundings);
}

async function debuggerOn(chain: Node['chain'], debugged: Debugged, json: JsonRecord, where: string) {
  const { debugTransaction, debugCall, debugSimulation } = await loadTools();
  if (debugged.kind === 'transaction') {
    const placed = chain.transaction(debugged.hash);
    if (placed) return debugTransaction(chain, placed);
    throw new StartError(`${where} has no transaction ${formatFelt(debugged.hash)}.`);
  }
  if (debugged.kind === 'call') {
    const { request, blockId } = readCallParams(withBlock('request' in json ? json : { request: withSelector(json) }));
    if ((await chain.stateAt(blockId).classHashOf(request.contractAddress)) === 0n)
      throw new StartError(`${where} has no contract at ${formatFelt(request.contractAddress)}.`);
    await checkCallee(chain, request, blockId).catch((error: RpcError) => {
      throw new StartError(String(helpedData(error) ?? error.message));
    });
    return debugCall(chain, request, blockId);
  }
  const sent = ('request' in json ? json['request'] : json) as unknown as SentJson | readonly SentJson[];
  const flags = 'simulation_flags' in json ? json['simulation_flags'] : undefined;
  const skipValidate = Array.isArray(flags) && flags.includes('SKIP_VALIDATE');
  return debugSimulation(chain, readTransactions(sent), { skipValidate, skipFeeCharge: true }, 'open');
}

type JsonRecord = Record<string, Json>;

/** JSON that is given as it is, or as the name of a file with it. */
function readJson(text: string, option: string): JsonRecord {
  const content = /^\s*[[{]/.test(text) ? text : readNamed(text, option);
  let json: Json;
  try {
    json = parseJson(content, sourceLimits.fileJson);
  } catch (error) {
    throw new UsageError(`${option} is no JSON: ${(error as Error).message}`);
  }
  if (!isObject(json) && !Array.isArray(json)) throw new UsageError(`${option} must be an object`);
  return json as JsonRecord;
}

function readNamed(path: string, option: string): string {
  try {
    return readTextSync(path);
  } catch (error) {
    throw new StartError(`${option}: ${path} cannot be read: ${ioReason(error)}`);
  }
}

const withBlock = (params: JsonRecord): JsonRecord => ({ block_id: 'pre_confirmed', ...params });

/** Functions can be given by name: `entry_point` in place of `entry_point_selector`. */
function withSelector({ entry_point: name, ...request }: JsonRecord): JsonRecord {
  if (typeof name !== 'string') return request;
  return { ...request, entry_point_selector: formatFelt(writtenSelector(name)) };
}
