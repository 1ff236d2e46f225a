// Runs before `npm publish`: links and pictures of the README lead nowhere on the registry's page unless the package names its repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
if (!repository?.url) {
  process.stderr.write(
    'package.json names no repository, so the links of the README would lead nowhere. The release workflow sets it; by hand: npm pkg set repository.type=git repository.url=git+https://…\n',
  );
  process.exit(1);
}
