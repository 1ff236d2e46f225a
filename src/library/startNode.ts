import type { NodeConfig } from '../chain/config.ts';
import { createBundledNode } from '../chain/createBundledNode.ts';
import type { Node } from '../chain/node.ts';
import type { ArtifactStore } from '../classes/artifactStore.ts';
import { originConnector } from '../fork/originConnector.ts';
import { isRecordPlace } from '../rpc/record/recordPlace.ts';
import { loadedTools } from '../tools/tools.ts';
import { BoxEvents } from './controls/boxEvents.ts';
import { throwAsSandboxError } from './errors.ts';
import { nameOfSource, placeOf, type ReadChain, readState, type StateSource } from './files/stateSource.ts';
import type { Answering } from './openHub.ts';
import { artifactsOf, classLibraryOf } from './options/folderOptions.ts';
import { readPaymasterOption } from './options/readPaymasterOption.ts';
import { readSandboxOptions } from './options/readSandboxOptions.ts';
import type { SandboxOptions } from './options/sandboxOptions.ts';
import { type FileAtEnd, hasPlatform, platform, toolsOfPlatform } from './platform.ts';

/** A member of the options that fixtures for tests give a sandbox. */
export const FOR_TESTS: unique symbol = Symbol.for('starbox.forTests');

/** A member of the options with the build output of classes, of a chain that came with it. */
export const BUILD_OUTPUT: unique symbol = Symbol.for('starbox.buildOutput');

/** A member of the options with a chain that was read already. */
export const CHAIN: unique symbol = Symbol.for('starbox.chain');

interface OwnOptions {
  readonly [BUILD_OUTPUT]?: ArtifactStore;
  readonly [CHAIN]?: ReadChain;
}

/** Starts the node of a sandbox. The state that was given, and what overrides its options, are for the caller to load. */
export async function startNode(options: SandboxOptions & OwnOptions) {
  const { config: read, overrides, strictAnswers, gatewayRules, faults } = readSandboxOptions(options);
  const paymaster = await readPaymasterOption(options.paymaster);
  const chain = options[CHAIN] ?? (options.state === undefined ? undefined : await readState(options.state));
  const exported = await originInFile(options, chain);
  const started = exported ? { ...read, fork: exported.fork } : read;
  const given = chain
    ? await (await import('../stateFile/decodeState.ts')).withIngredients(started, chain.state, overrides)
    : read;
  const seed = given.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!;
  const config: NodeConfig = { ...given, seed };
  const connect = originConnector({
    fetch: options.fetch,
    cachingEnabled: config.fork?.cachingEnabled,
    standIn: exported?.standIn ?? (await recordsOf(options, config.fork?.url)),
  });
  const events = new BoxEvents();
  const artifacts = options[BUILD_OUTPUT] ?? artifactsOf(options.artifacts);
  const isMeasuring = options.gasReport !== undefined || options.coverage !== undefined;
  const measuring = isMeasuring ? await import('./options/measuringOptions.ts') : undefined;
  const gas = await measuring?.readGasReport(options.gasReport);
  const coverage = await measuring?.readCoverage(options.coverage);
  const mutants = hasPlatform() ? await platform('Mutants').mutants(FOR_TESTS in options) : undefined;
  const plain = classLibraryOf(options.classCache);
  const library = mutants?.library(plain) ?? plain;
  const collector = coverage ?? mutants?.collector;
  const parts = { print: events.print, artifacts, library, gas: gas?.collector, coverage: collector };
  const texts = hasPlatform() ? platform('Classes').classTexts : undefined;
  const node = await createBundledNode(config, connect, parts, texts).catch(throwAsSandboxError('Sandbox.create'));
  const files: FileAtEnd[] = [];
  if (gas?.save) files.push({ text: () => gas.tools.encodeGas(node.chain), save: gas.save });
  if (coverage?.save) files.push({ text: () => coverageJson(node), save: coverage.save });
  const ofMutants = coverage ? undefined : mutants?.file(node);
  if (ofMutants) files.push(ofMutants);
  const answering: Answering = { strictAnswers, gatewayRules, faults, paymaster };
  const { state, isExported } = chain ?? {};
  return { node, events, answering, library, files, state, overrides: { ...overrides, withoutL1: isExported } };
}

/** The origin that came with the chain of a file, unless another one was given. */
async function originInFile({ fork, state }: SandboxOptions, chain: ReadChain | undefined) {
  if (fork !== undefined || !chain?.answers) return undefined;
  const { exportedOrigin } = await import('../rpc/record/exportedAnswers.ts');
  return exportedOrigin(chain.answers, state === undefined ? 'the exported file' : nameOfSource(state));
}

/** What stands in for the origin: the record that was given, or one that a state file names. */
async function recordsOf({ fork }: SandboxOptions, place: string | undefined) {
  if (place === undefined || (fork?.record === undefined && !isRecordPlace(place))) return undefined;
  const { recordStandIn } = await import('../rpc/record/recordStandIn.ts');
  // Requests may fork other nodes, but not read files.
  const isRecord = (other: string) => other === place;
  return recordStandIn(() => readRecordBytes(fork?.record ?? place), undefined, isRecord);
}

/** The bytes of a record. */
async function readRecordBytes(source: StateSource): Promise<Uint8Array> {
  if (ArrayBuffer.isView(source)) return source;
  return platform('Reading a record').readBytes(placeOf(source));
}

async function coverageJson(node: Node): Promise<string> {
  const { reportCoverage } = await loadedTools(toolsOfPlatform());
  return (await reportCoverage(node.chain)).json;
}
