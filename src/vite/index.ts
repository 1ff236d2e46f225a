// starbox/vite: a plugin of vite and vitest for `import { Token } from 'starbox:contracts'`.
import { resolve } from 'node:path';
import { builtContracts, ContractTypesError } from '../contractTypes/builtContracts.ts';
import type { BuiltContract } from '../contractTypes/contractModel.ts';
import { moduleDeclaration, moduleText } from '../contractTypes/contractText.ts';
import { writeOwn } from '../contractTypes/writeTypes.ts';

/** Options of the plugin. */
export interface StarboxPluginOptions {
  /** The folder of the Scarb package, or of class files, from the root of the project. Default: the root. */
  readonly contracts?: string | undefined;
  /** The declaration file to write, from the root of the project, or false for none. Default: `starbox-contracts.d.ts`. */
  readonly types?: string | false | undefined;
}

/** A plugin of vite, as far as it is used here. */
export interface StarboxPlugin {
  readonly name: string;
  configResolved(config: { readonly root: string }): void;
  buildStart(): Promise<void>;
  resolveId(source: string): string | undefined;
  load(this: { addWatchFile(path: string): void }, id: string): Promise<string | undefined>;
}

const MODULE = 'starbox:contracts';
/** Other plugins leave ids alone that begin so. */
const ID = `\0${MODULE}`;

/**
 * Lets tests import contracts that Scarb has built: `import { Token } from 'starbox:contracts'`. Their types are written to a declaration file
 * beside the configuration, which TypeScript finds there.
 *
 * @example
 * // vitest.config.ts
 * export default defineConfig({ plugins: [starbox()] });
 */
export function starbox(options: StarboxPluginOptions = {}): StarboxPlugin {
  const { contracts: folder = '.', types = `${MODULE.replace(':', '-')}.d.ts` } = options;
  let root = process.cwd();
  const read = async (): Promise<readonly BuiltContract[]> => {
    const found = await builtContracts(resolve(root, folder));
    if (types !== false) await writeOwn(resolve(root, types), moduleDeclaration(MODULE, found));
    return found;
  };
  return {
    name: 'starbox',
    configResolved: (config) => {
      root = config.root;
    },
    // Editors and tsc have the types before the first test runs.
    buildStart: async () => {
      await read().catch((error: unknown) => {
        // Who imports the module is told.
        if (!(error instanceof ContractTypesError)) throw error;
      });
    },
    resolveId: (source) => (source === MODULE ? ID : undefined),
    async load(id) {
      if (id !== ID) return undefined;
      const found = await read();
      // A build that changes a class runs the tests again that import it.
      for (const { path } of found) this.addWatchFile(path);
      return moduleText(found);
    },
  };
}

export default starbox;
