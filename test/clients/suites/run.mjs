// Runs a public client suite against this sandbox, or against another server:
//   node test/clients/suites/run.mjs SUITE FOLDER [SERVER]
// FOLDER is a checkout with its dependencies installed, SERVER a program that takes the options of starknet-devnet.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeClassHashes } from './classHashes.mjs';
import { suites } from './table.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [name, folderArgument, server] = process.argv.slice(2);
const suite = suites[name];
if (!suite || !folderArgument) {
  console.error(`usage: node test/clients/suites/run.mjs ${Object.keys(suites).join('|')} FOLDER [SERVER]`);
  process.exit(2);
}
const folder = resolve(folderArgument);

// Suites that start servers themselves look for a program of this name.
const bin = mkdtempSync(join(tmpdir(), 'suite-'));
const program = join(bin, 'starknet-devnet');
const command = server ? `"${resolve(server)}"` : `"${process.execPath}" "${join(root, 'dist', 'cli.js')}"`;
writeFileSync(program, `#!/bin/sh\nexec ${command} "$@"\n`);
chmodSync(program, 0o755);
const env = {
  ...process.env,
  ...suite.env,
  PATH: [bin, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  DEVNET_PATH: program,
};

for (const [file, from, to] of suite.edits ?? []) {
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}
if (suite.classHashCache) await writeClassHashes(folder, join(folder, suite.classHashCache));
if (suite.link) {
  const link = join(folder, suite.link);
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(program, link);
}

const MINT = { address: '0x1234', amount: 1 };
const running = [];
let timer;
let status = 1;
try {
  for (const { command = program, args } of suite.servers) {
    running.push(spawn(command, args.split(' '), { cwd: bin, env, stdio: 'ignore' }));
    await answers(/--port (\d+)/.exec(args)[1]);
  }
  if (suite.origin) {
    const { url, blocks } = suite.origin;
    for (let i = 0; i < blocks; i++) await rpc(url, 'devnet_createBlock');
    const [account] = await rpc(url, 'devnet_getPredeployedAccounts');
    env.ORIGIN_ACCOUNT = account.address;
  }
  if (suite.traffic) timer = setInterval(() => rpc(suite.traffic, 'devnet_mint', MINT).catch(() => {}), 500);
  const tests = spawn(suite.command, { cwd: folder, env, stdio: 'inherit', shell: true });
  status = await new Promise((done) => tests.once('exit', (code) => done(code ?? 1)));
} finally {
  clearInterval(timer);
  for (const child of running) child.kill();
  rmSync(bin, { recursive: true });
}
process.exitCode = status;

async function answers(port) {
  for (let tries = 0; tries < 300; tries++) {
    if (
      await rpc(`http://127.0.0.1:${port}`, 'web3_clientVersion').then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`No server answers on port ${port}.`);
}

async function rpc(url, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await response.json()).result;
}
