import { functionBySelector } from '../../abi/functionBySelector.ts';
import type { BuiltinName } from '../../cairo/builtinNames.ts';
import type { EntryPointType } from '../../cairo/casm.ts';
import type { CallCollector, FindDefinition } from '../../chain/surroundings.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { MeteredCall } from '../../execution/callMeter.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import { shortHex } from '../../felt/shortHex.ts';
import { classAbi, type FindClass, nameOfContract } from '../names/classFacts.ts';
import type { MeasuredCalls, MeasuredFunction } from './measuredCalls.ts';
import { Sample } from './sample.ts';

/** The most functions in a report; calls of others are only counted. */
const MAX_FUNCTIONS = 2000;

/** What the calls of a function used. */
interface FunctionSamples {
  readonly classHash: FeltKey;
  readonly selector: FeltKey;
  readonly entryPointType: EntryPointType;
  failed: number;
  readonly l2Gas: Sample;
  readonly steps: Sample;
  readonly storageReads: Sample;
  readonly storageWrites: Sample;
  readonly builtins: Map<BuiltinName, Sample>;
}

/** Collects what calls use, by class and function. */
export class GasCollector implements CallCollector {
  readonly #functions = new Map<string, FunctionSamples>();
  /** The classes that were called, as far as their states had them. A later state may not: clones and reverted chains declare classes too. */
  readonly definitions = new Map<FeltKey, ClassDefinition>();
  #leftOut = 0;

  /** Adds calls. `define` finds their classes in the state that they ran on. */
  add(calls: readonly MeteredCall[], define?: FindDefinition): void {
    for (const metered of calls) {
      const { call, failed, l2Gas, resources, storageReads, storageWrites } = metered;
      const key = `${call.classHash}${call.selector}${call.entryPointType}`;
      let samples = this.#functions.get(key);
      if (!samples) {
        if (this.#functions.size >= MAX_FUNCTIONS) {
          this.#leftOut++;
          continue;
        }
        this.#functions.set(key, (samples = newSamples(call)));
        const definition = define?.(call.classHash);
        if (definition) this.definitions.set(call.classHash, definition);
      }
      if (failed) samples.failed++;
      samples.l2Gas.add(l2Gas);
      samples.steps.add(resources.steps);
      samples.storageReads.add(storageReads);
      samples.storageWrites.add(storageWrites);
      for (const [name, count] of Object.entries(resources.builtins) as [BuiltinName, number][])
        if (count > 0) builtinSample(samples, name).add(count);
    }
  }

  /** The classes that were called. */
  get classHashes(): readonly Felt[] {
    return [...new Set([...this.#functions.values()].map(({ classHash }) => classHash))].map(feltOf);
  }

  /** What was collected so far, with the names that `find` knows. */
  measured(find: FindClass): MeasuredCalls {
    return {
      functions: [...this.#functions.values()].map((samples) => measured(samples, find)),
      leftOut: this.#leftOut,
    };
  }
}

function newSamples({ classHash, selector, entryPointType }: MeteredCall['call']): FunctionSamples {
  const [l2Gas, steps, storageReads, storageWrites] = [new Sample(), new Sample(), new Sample(), new Sample()];
  const builtins = new Map<BuiltinName, Sample>();
  return { classHash, selector, entryPointType, failed: 0, l2Gas, steps, storageReads, storageWrites, builtins };
}

/** The sample of a builtin. Calls that did not use it are not in it. */
function builtinSample({ builtins }: FunctionSamples, name: BuiltinName): Sample {
  let sample = builtins.get(name);
  if (!sample) builtins.set(name, (sample = new Sample()));
  return sample;
}

function measured(samples: FunctionSamples, find: FindClass): MeasuredFunction {
  const { classHash, selector, entryPointType, failed, l2Gas, steps, storageReads, storageWrites, builtins } = samples;
  const facts = find(classHash);
  const model = facts && classAbi(facts.definition);
  const abi = model && functionBySelector(model, feltOf(selector), selectorOf);
  return {
    contract: (facts && nameOfContract(facts)) ?? shortHex(feltOf(classHash)),
    classHash: formatFelt(feltOf(classHash)),
    name: abi?.name ?? (entryPointType === 'CONSTRUCTOR' ? 'constructor' : shortHex(feltOf(selector))),
    failed,
    l2Gas: l2Gas.values,
    steps: steps.values,
    storageReads: storageReads.values,
    storageWrites: storageWrites.values,
    builtins: Object.fromEntries([...builtins].map(([name, sample]) => [name, sample.values])),
  };
}
