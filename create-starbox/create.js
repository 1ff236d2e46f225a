#!/usr/bin/env node
// npm create starbox [DIR] is starbox init [DIR], of the version that npm has just installed beside this file.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const manifest = createRequire(import.meta.url).resolve('starbox/package.json');
const command = join(dirname(manifest), 'dist/cli.js');
const { status } = spawnSync(process.execPath, [command, 'init', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
