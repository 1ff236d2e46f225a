import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** How much of the program has run: the engine has made code of that, and of nothing else. */
const RUN = { started: 1, prepared: 2, used: 3 } as const;
export type Run = keyof typeof RUN;

/** Runs scripts of the package, each once. */
export interface ScriptLoader {
  /** What a script exports. */
  load(file: string): unknown;
  /**
   * Keeps the code the engine has made of them for the next process, unless what is kept comes from a run that went as far;
   * does nothing where that is not possible.
   */
  keepCode(run: Run): void;
}

/** A file of kept code, and what it must say of itself. */
interface KeptFile {
  readonly path: string;
  readonly label: Buffer;
}

/** A script, how far the run went that its kept code is of, and the bytes of that. */
interface LoadedScript {
  readonly script: Script;
  readonly kept: KeptFile;
  run: number;
  size: number;
}

/**
 * Runs scripts of the package (CommonJS, ASCII, without `import()`) with the code that an earlier process kept. Code is
 * kept in a folder of the package itself: whoever can write there can change the program anyway. Where the user cannot,
 * Node 22 and later keep code in a place of their own, and Node 20 keeps none. The engine refuses code of another version
 * or other flags; which text it was made from is ours to check.
 */
export function scriptLoader(folder: string): ScriptLoader {
  const isOff = Boolean(process.env['NODE_DISABLE_COMPILE_CACHE']);
  // Only where there is no choice: a start takes longer with it.
  const { enableCompileCache } = nodeModule as { enableCompileCache?: () => unknown };
  if (!isOff && enableCompileCache && !isThere(folder)) {
    enableCompileCache();
    return { load: (file) => nodeModule.createRequire(file)(file), keepCode: () => undefined };
  }
  const modules = new Map<string, { exports: unknown }>();
  const scripts: LoadedScript[] = [];
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known) return known.exports;
    const text = readFileSync(file, 'latin1');
    const kept = keptFile(file, folder);
    const found = isOff ? undefined : readKept(kept);
    const script = new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`, {
      filename: file,
      ...(found && { cachedData: found.data }),
    });
    const taken = found && !script.cachedDataRejected ? found : undefined;
    if (!isOff) scripts.push({ script, kept, run: taken?.run ?? 0, size: taken?.data.length ?? 0 });
    const module = { exports: {} };
    modules.set(file, module);
    const outside = nodeModule.createRequire(file);
    const require = (id: string) => (id.startsWith('./') ? load(join(dirname(file), id)) : outside(id));
    script.runInThisContext()(module.exports, require, module, file, dirname(file));
    return module.exports;
  };
  return {
    load,
    keepCode(run) {
      for (const each of scripts) {
        if (each.run >= RUN[run]) continue;
        each.run = RUN[run];
        keep(each, folder);
      }
    },
  };
}

/** Makes the folder unless it is there. */
function isThere(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

function keptFile(file: string, folder: string): KeptFile {
  // A file that was replaced or edited has another change time, whatever time an archive gave it.
  const { ctimeMs, size } = statSync(file);
  return {
    path: join(folder, `${basename(file)}.code`),
    label: Buffer.from(`${process.version} ${process.arch} ${ctimeMs} ${size}\n`),
  };
}

function readKept({ path, label }: KeptFile): { readonly run: number; readonly data: Buffer } | undefined {
  try {
    const file = readFileSync(path);
    const end = file.length - label.length;
    // At both ends: a file that a crash cut short has only the first.
    const whole = file.subarray(0, label.length).equals(label) && file.subarray(end).equals(label);
    return whole ? { run: file[label.length]!, data: file.subarray(label.length + 1, end) } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the whole file under another name first: a process beside this one sees all of it or nothing. */
function keep(loaded: LoadedScript, folder: string): void {
  const { script, run, size } = loaded;
  const { path, label } = loaded.kept;
  const begun = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Fails where nothing can be kept, before the code is collected.
    writeFileSync(begun, '', { mode: 0o600, flag: 'wx' });
    const code = script.createCachedData();
    // The engine forgets code that has not run for long, so a long run may have less of it than is kept.
    if (code.length <= size) {
      rmSync(begun);
      return;
    }
    writeFileSync(begun, Buffer.concat([label, Buffer.of(run), code, label]));
    renameSync(begun, path);
    loaded.size = code.length;
  } catch {
    try {
      rmSync(begun, { force: true });
    } catch {
      // Nothing was begun.
    }
  }
}
