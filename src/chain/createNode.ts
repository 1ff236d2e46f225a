import { machinePool } from '../cairo/wasm/pool.ts';
import { builtinClass } from '../classes/builtinClasses.ts';
import { ClassCompiler } from '../classes/classCompiler.ts';
import { readClassText } from '../classes/readClassText.ts';
import type { NodeConfig } from './config.ts';
import { LocalNode } from './localNode.ts';
import { MachineExecutor } from './machineExecutor.ts';
import { systemClasses } from './systemClasses.ts';

/** Starts a node from its configuration. */
export async function createNode(config: NodeConfig): Promise<LocalNode> {
  const compiler = new ClassCompiler();
  const classes = systemClasses(config, {
    builtin: builtinClass,
    read: (text, what) => {
      try {
        return compiler.compileNow(readClassText(text));
      } catch (error) {
        throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  });
  return new LocalNode({
    config,
    classes,
    executor: new MachineExecutor(machinePool),
    compile: (definition) => compiler.compile(definition),
    now: () => Math.floor(Date.now() / 1000),
  });
}
