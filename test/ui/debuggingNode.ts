// A node with transactions of contracts whose sources, lines and variables the debugger knows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sandbox } from '../../src/index.ts';
import { DebuggingProject } from '../support/debugging.ts';
import { type RunningServer, startServer } from '../support/server.ts';

export interface DebuggingNode extends RunningServer {
  readonly project: DebuggingProject;
  /** The address of the outermost contract. */
  readonly market: `0x${string}`;
  /** The hash of a transaction of two trades. */
  readonly traded: string;
  /** The hash of one that panics in the innermost contract. */
  readonly failed: string;
}

export async function startDebuggingNode(...more: readonly string[]): Promise<DebuggingNode> {
  const project = new DebuggingProject();
  const folder = mkdtempSync(join(tmpdir(), 'starbox-state-'));
  const state = join(folder, 'chain.starbox');
  // The seed is that of the servers of tests.
  const box = await Sandbox.create({ seed: 0, accounts: 3, artifacts: [project.artifacts] });
  const market = await project.deploy(box);
  const trade = (...calldata: bigint[]) => ({ to: market, entryPoint: 'trade', calldata });
  const { transactionHash: traded } = await box.execute([trade(0n, 5n), trade(1n, 9n, 2n)]);
  const { transactionHash: failed } = await box.execute([trade(0n, 5n), trade(0n, 13n)], { allowRevert: true });
  writeFileSync(state, await box.saveState());
  await box.close();
  const server = await startServer('--ui', '--artifacts', project.artifacts, '--state', state, ...more);
  const stop = async () => {
    await server.stop();
    project.remove();
    rmSync(folder, { recursive: true });
  };
  return { ...server, stop, project, market, traded, failed };
}
