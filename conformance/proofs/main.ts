// Verifies answers of getStorageProof with a public crate (verifier/, which needs Rust).
//   npm run proofs [-- --states 10000] [-- --blocks 500] [-- --seed 1]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nodeCases } from './nodeCases.ts';
import { caseLine } from './provenCase.ts';
import { randomCases } from './randomCases.ts';

const flags = process.argv.slice(2);
const numberOf = (name: string, usual: number): number => {
  const at = flags.indexOf(`--${name}`);
  const value = at < 0 ? usual : Number(flags[at + 1]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} needs a whole number.`);
  return value;
};
const [states, blocks, seed] = [numberOf('states', 10_000), numberOf('blocks', 500), numberOf('seed', 1)];

const manifest = join(process.cwd(), 'conformance/proofs/verifier/Cargo.toml');
const target = join(process.cwd(), '.cache/proofs');
const verifier = spawn(
  'cargo',
  ['run', '--quiet', '--release', '--locked', '--manifest-path', manifest, '--target-dir', target],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
verifier.on('error', ({ message }) => {
  console.error(`cargo could not be started (${message}). The verifier needs Rust: https://rustup.rs`);
  process.exit(2);
});
// It ends at the first proof that does not verify, and then reads no more.
verifier.stdin.on('error', () => undefined);
const ended = once(verifier, 'exit');

for (const cases of [nodeCases(blocks, seed), randomCases(states, seed)])
  for await (const one of cases) {
    if (verifier.exitCode !== null) break;
    if (!verifier.stdin.write(caseLine(one))) await Promise.race([once(verifier.stdin, 'drain'), ended]);
  }
verifier.stdin.end();
const [code] = await ended;
process.exit(code === 0 ? 0 : 1);
