import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/**
 * The documentation that an editor shows of the name that ends after a text of a file. The language server of TypeScript 7.0 shows none through
 * mapped types, so this is that of an earlier version.
 */
export function documentationAt(folder: string, file: string, before: string): string {
  const ts = load('typescript54') as typeof import('typescript54');
  const text = readFileSync(file, 'utf8');
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      existsSync(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined,
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ({
      strict: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    realpath: ts.sys.realpath!,
  });
  const shown = service.getQuickInfoAtPosition(file, text.indexOf(before) + before.length - 1);
  return ts.displayPartsToString(shown?.documentation);
}
