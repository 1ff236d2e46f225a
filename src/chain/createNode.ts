import { type BuiltinTexts, builtinClass } from '../classes/builtinClasses.ts';
import { ClassLibrary } from '../classes/classLibrary.ts';
import { readClassText } from '../classes/readClassText.ts';
import { feltOfAscii } from '../felt/felt.ts';
import type { ProtocolConstants } from '../protocol/constants.ts';
import type { NodeConfig } from './config.ts';
import { predeployedAccounts } from './genesis/accounts.ts';
import { ClassChoiceError, systemClasses } from './genesis/systemClasses.ts';
import { Memories } from './memories.ts';
import { Node } from './node.ts';
import type { ConnectOrigin } from './origin.ts';
import { DeferredExecutor } from './run/deferredExecutor.ts';
import type { Print } from './run/executor.ts';
import { TraceCache } from './run/traceCache.ts';
import type { CodeCollector, Surroundings } from './surroundings.ts';
import { PastStates } from './value/pastStates.ts';

/** What the platform gives a node. */
export interface PlatformParts extends Partial<Pick<Surroundings, 'hasher' | 'artifacts' | 'gas'>> {
  /** Gets what contracts print. */
  readonly print?: Print | undefined;
  /** Compiles all classes of the node. */
  readonly library?: ClassLibrary | undefined;
  /** Counts what code runs. */
  readonly coverage?: CodeCollector | undefined;
}

/** Starts a node whose own classes are read from `texts` when they are first used. */
export async function createNode(
  texts: BuiltinTexts,
  config: NodeConfig,
  connectOrigin: ConnectWith = cannotFork,
  { print, library = new ClassLibrary(), hasher, artifacts, gas, coverage }: PlatformParts = {},
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
  const surroundings: Surroundings = {
    config,
    chainId: feltOfAscii(config.chainId),
    accounts: predeployedAccounts(config.seed, config.accounts, config.initialBalance),
    systemClasses: classes,
    executor: new DeferredExecutor(print),
    compile: (definition) => library.compile(definition),
    now: () => Math.floor(Date.now() / 1000),
    connect,
    traces: new TraceCache(),
    pastStates: new PastStates(),
    memories: new Memories(),
    hasher,
    artifacts,
    gas,
    coverage: coverage && { collector: coverage, test: undefined },
  };
  return Node.start(surroundings, config.fork && (await connect(config.fork)));
}

/** Makes the way to origins; classes that come from there are compiled by the node's class library. `protocol` is the version that was chosen. */
export type ConnectWith = (library: ClassLibrary, protocol: ProtocolConstants | undefined) => ConnectOrigin;

const cannotFork: ConnectWith = () => () =>
  Promise.reject(new Error('This node has no way to an origin, so it cannot fork.'));
