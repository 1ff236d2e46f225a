import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * The type of the result of each method in `RpcSchema`, as TypeScript writes it. A small program has one constant for each method, and the
 * declarations that tsc emits for it have their types: the compiler has no other interface that is stable.
 */
export function resultTypes(root: string, methods: readonly string[]): ReadonlyMap<string, string> {
  const folder = join(root, 'build/reference');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const program = [
      "import type { RpcSchema } from '../../src/rpc/schema.ts';",
      'declare const schema: RpcSchema;',
      ...methods.map((name) => `export const ${name} = schema.${name}.result;`),
    ];
    writeFileSync(join(folder, 'results.ts'), `${program.join('\n')}\n`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });
    return typesIn(readFileSync(join(folder, 'types/build/reference/results.d.ts'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // `npm run typecheck` does.
    noCheck: true,
    rootDir: '../..',
    outDir: 'types',
  },
  files: ['results.ts'],
  include: [],
};

/** The types of the constants in a declaration file. */
function typesIn(text: string): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const statement of parseSync('results.d.ts', text).program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id } of statement.declaration.declarations)
      if (id.type === 'Identifier' && id.typeAnnotation) {
        const { start, end } = id.typeAnnotation.typeAnnotation;
        types.set(id.name, text.slice(start, end));
      }
  }
  return types;
}
