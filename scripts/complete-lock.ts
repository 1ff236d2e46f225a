// Completes the lock files after npm changed them: npm run lock
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { asksForNewer, type LockEntry, lockFiles, packageOf } from './lockFile.ts';

const tell = (line: string) => process.stdout.write(`${line}\n`);

/** The hash of a package by the registry that npm uses; undefined if it does not have the package, as a mirror may not. */
function registryHash(name: string): string | undefined {
  const { status, stdout } = spawnSync('npm', ['view', name, 'dist.integrity', '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return status === 0 && stdout !== '' ? JSON.parse(stdout) : undefined;
}

/** Completes one file; `oldest` is the oldest Node.js that Starbox supports. npm runs scripts in the package's folder. */
function complete(file: string, oldest: string): void {
  const lock: { readonly packages: Record<string, LockEntry> } = JSON.parse(readFileSync(file, 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link) continue;
    const members = new Map<string, unknown>(Object.entries(entry));
    // npm would warn about these at every `npm install` on a Node.js that we support. They are clients that our tests run on it.
    if (entry.engines?.node && asksForNewer(entry.engines.node, oldest)) {
      tell(`${path}: asks for Node.js ${entry.engines.node}, which is left out`);
      members.delete('engines');
    }
    // npm writes no hash for packages of other platforms, which it has not downloaded.
    if (entry.integrity === undefined) {
      const integrity = registryHash(packageOf(path, entry));
      tell(`${path}: ${integrity ? 'the hash is added' : 'the registry does not have it'}`);
      if (integrity) members.set('integrity', integrity);
    }
    lock.packages[path] = Object.fromEntries(members) as unknown as LockEntry;
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const file of lockFiles) complete(file, engines.node);
