import { spawn } from 'node:child_process';
import { ioReason } from '../../platform/ioReason.ts';
import { StartError } from '../start/startError.ts';

/** Runs a command in this terminal with more environment variables. Returns its exit code; 1 if a signal ended it. */
export function runWith(command: readonly string[], variables: Readonly<Record<string, string>>): Promise<number> {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program!, args, {
      stdio: 'inherit',
      env: { ...process.env, ...variables },
      // Programs of npm are scripts there.
      shell: process.platform === 'win32',
    });
    // The terminal sends the signal to both, and the command decides when it ends.
    const ignore = () => {};
    process.on('SIGINT', ignore);
    child.once('error', (error) => reject(new StartError(`${program} cannot be run: ${ioReason(error)}`)));
    child.once('close', (code) => {
      process.off('SIGINT', ignore);
      resolve(code ?? 1);
    });
  });
}
