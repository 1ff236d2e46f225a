import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** A classic script that has run. */
export interface LoadedScript {
  readonly exports: unknown;
  /** Keeps the code the engine has made of it for the next process; does nothing where that is not possible. */
  keepCode(): void;
}

/**
 * Runs a script of the package (CommonJS, ASCII) with the code that an earlier process kept. Code is kept in a folder of
 * the package itself: whoever can write there can change the program anyway, and where the user cannot, nothing is
 * kept. The engine refuses code of another version or other flags; which text it was made from is ours to check.
 */
export function loadScript(file: string, folder: string): LoadedScript {
  const text = readFileSync(file, 'latin1');
  const kept = join(folder, 'code.bin');
  // A file that was replaced or edited has another change time, whatever time an archive gave it.
  const { ctimeMs, size } = statSync(file);
  const label = Buffer.from(`${process.version} ${process.arch} ${ctimeMs} ${size}\n`);
  const cachedData = process.env['NODE_DISABLE_COMPILE_CACHE'] ? undefined : readKept(kept, label);
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  const fresh = cachedData !== undefined && script.cachedDataRejected === false;
  return {
    exports: module.exports,
    keepCode: () => {
      if (!fresh && !process.env['NODE_DISABLE_COMPILE_CACHE']) keep(script, kept, folder, label);
    },
  };
}

function readKept(kept: string, label: Buffer): Buffer | undefined {
  try {
    const data = readFileSync(kept);
    const end = data.length - label.length;
    // At both ends: a file that a crash cut short has only the first.
    const whole = data.subarray(0, label.length).equals(label) && data.subarray(end).equals(label);
    return whole ? data.subarray(label.length, end) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the whole file under another name first: a process beside this one sees all of it or nothing. */
function keep(script: Script, kept: string, folder: string, label: Buffer): void {
  const begun = `${kept}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Fails where nothing can be kept, before the code is collected.
    writeFileSync(begun, '', { mode: 0o600, flag: 'wx' });
    writeFileSync(begun, Buffer.concat([label, script.createCachedData(), label]));
    renameSync(begun, kept);
  } catch {
    try {
      rmSync(begun, { force: true });
    } catch {
      // Nothing was begun.
    }
  }
}
