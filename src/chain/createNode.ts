import type { ArtifactStore } from '../classes/artifactStore.ts';
import { type BuiltinTexts, builtinClass } from '../classes/builtinClasses.ts';
import { ClassLibrary } from '../classes/classLibrary.ts';
import type { ClassDefinition } from '../classes/declaredClass.ts';
import { readClassText } from '../classes/readClassText.ts';
import type { BackgroundHasher } from '../felt/hashing.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import type { GasCollector } from '../tools/gas/gasCollector.ts';
import type { LoadTools } from '../tools/tools.ts';
import type { NodeConfig } from './config.ts';
import type { NodeCoverage } from './environment.ts';
import { ClassChoiceError, systemClasses } from './genesis/systemClasses.ts';
import { Node } from './node.ts';
import type { ConnectOrigin } from './origin.ts';
import { DeferredExecutor } from './run/deferredExecutor.ts';
import type { Print } from './run/executor.ts';

/** What the platform provides to a node. */
export interface NodeSurroundings {
  /** Gets what contracts print. */
  readonly print?: Print | undefined;
  /** Compiles all classes of the node. */
  readonly library?: ClassLibrary | undefined;
  /** Hashes blocks in the background. */
  readonly hasher?: BackgroundHasher | undefined;
  /** The build output of the user's contracts, for explanations. */
  readonly artifacts?: ArtifactStore | undefined;
  /** Loads what measures contracts; pages are built without it. */
  readonly tools?: LoadTools | undefined;
  /** Collects what transactions and calls use. */
  readonly gas?: GasCollector | undefined;
  /** Counts what code runs. */
  readonly coverage?: Omit<NodeCoverage, 'test'> | undefined;
}

/** Starts a node whose own classes are read from `texts` when they are first used. */
export async function createNode(
  texts: BuiltinTexts,
  config: NodeConfig,
  connectOrigin: ConnectWith = cannotFork,
  { print, library = new ClassLibrary(), hasher, artifacts, tools, gas, coverage }: NodeSurroundings = {},
): Promise<Node> {
  const classes = await systemClasses(config, {
    builtin: (name) => builtinClass(name, texts),
    read: async (text, chosen) => {
      try {
        return await library.compile(readClassText(text));
      } catch (error) {
        throw new ClassChoiceError(chosen, error instanceof Error ? error.message : String(error));
      }
    },
  });
  const connect = connectOrigin(library, config.protocolVersion);
  const parts = {
    config,
    classes,
    executor: new DeferredExecutor(print),
    compile: (definition: ClassDefinition) => library.compile(definition),
    now: () => Math.floor(Date.now() / 1000),
    connect,
    hasher,
    artifacts,
    tools,
    gas,
    coverage,
  };
  return Node.start(parts, config.fork && (await connect(config.fork)));
}

/** Makes the way to origins; classes that come from there are compiled by the node's class library. `protocol` is the version that was chosen. */
export type ConnectWith = (library: ClassLibrary, protocol: ProtocolConstants | undefined) => ConnectOrigin;

const cannotFork: ConnectWith = () => () =>
  Promise.reject(new Error('This node has no way to an origin, so it cannot fork.'));
