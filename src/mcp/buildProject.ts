import { spawn } from 'node:child_process';
import { ToolError } from './answer.ts';
import type { AgentPermissions } from './permissions.ts';

const MAX_OUTPUT = 20_000;
const TIMEOUT_MS = 600_000;

/** Runs `scarb build` in the project, if the user allowed it, until the signal. Throws a BuildError with what it printed. */
export async function buildProject({ project, build }: AgentPermissions, signal?: AbortSignal): Promise<true> {
  if (!build)
    throw new ToolError(
      'Nothing is built here. Run scarb build in the project yourself and deploy without build, or let the user start starbox mcp with --allow-build.',
    );
  const { code, output } = await new Promise<{ readonly code: number | null; readonly output: string }>(
    (resolve, reject) => {
      let printed = '';
      const child = spawn('scarb', ['build'], {
        cwd: project,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: TIMEOUT_MS,
        ...(signal && { signal }),
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes: Buffer) => {
          printed = `${printed}${bytes}`.slice(-MAX_OUTPUT);
        });
      child.once('error', () =>
        reject(
          new ToolError(
            signal?.aborted
              ? 'The build was cancelled.'
              : 'scarb was not found. Install Scarb, or build the project elsewhere.',
          ),
        ),
      );
      child.once('close', (status) => resolve({ code: status, output: printed }));
    },
  );
  if (code !== 0) throw new BuildError(output);
  return true;
}

/** A build that failed. The message is what the compiler printed. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
