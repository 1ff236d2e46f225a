import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { ioReason } from '../../platform/ioReason.ts';
import { quoted } from '../commands/runWith.ts';
import { StartError } from '../start/startError.ts';

/** How a command ended. */
export interface QuietRun {
  /** Its exit code; undefined if it was ended because its time was over. */
  readonly status: number | undefined;
  /** The end of what it wrote. */
  readonly output: string;
}

const MAX_OUTPUT = 4000;

/** Runs a command without showing what it writes, for a limited time. */
export function runQuietly(
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
  limitMs: number,
): Promise<QuietRun> {
  const [program, ...args] = command;
  const isWindows = process.platform === 'win32';
  const env = { ...process.env, ...variables };
  return new Promise((resolve, reject) => {
    const options = { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], env };
    const child = isWindows
      ? spawn(command.map(quoted).join(' '), { ...options, shell: true })
      : // A group of its own, so that test runners end with their workers.
        spawn(program!, args, { ...options, detached: true });
    let output = '';
    const keep = (text: Buffer) => {
      output = (output + text.toString()).slice(-MAX_OUTPUT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    let isOver = false;
    const end = () => endGroup(child.pid, isWindows);
    const timer = setTimeout(() => {
      isOver = true;
      end();
    }, limitMs);
    const interrupt = () => {
      end();
      process.stderr.write('\nInterrupted. What was tried is kept: give the same command again to go on.\n');
      process.exit(130);
    };
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    const restore = () => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    };
    child.once('error', (error) => {
      restore();
      reject(new StartError(`${program} cannot be run: ${ioReason(error)}`));
    });
    child.once('close', (code) => {
      restore();
      resolve({ status: isOver ? undefined : (code ?? 1), output: stripVTControlCharacters(output) });
    });
  });
}

function endGroup(pid: number | undefined, isWindows: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
