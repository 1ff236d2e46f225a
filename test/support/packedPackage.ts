import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './documentBlocks.ts';

/** The package as npm would publish it, or another one of this repository, unpacked in a folder of its own. */
export function packPackage(source = root): { readonly folder: string; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-packed-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: source,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  // Without a folder in the name, because some versions of tar take `C:` for a host.
  execFileSync('tar', ['-xzf', file!], { cwd: folder });
  return { folder, path: join(folder, 'package') };
}
