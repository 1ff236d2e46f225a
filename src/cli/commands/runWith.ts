import { type StdioOptions, spawn } from 'node:child_process';
import { ioReason } from '../../platform/ioReason.ts';
import { StartError } from '../start/startError.ts';

/** An argument as cmd.exe of Windows reads it. */
export const quoted = (argument: string): string =>
  /^[\w@./\\:=+,-]+$/.test(argument) ? argument : `"${argument.replaceAll('"', '\\"')}"`;

/**
 * Runs a command in this terminal with more environment variables. Returns its exit code; 1 if a signal ended it.
 * `json`: whether our own standard output is JSON. Then what the command prints goes to the standard error.
 */
export function runWith(
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
  { json }: { readonly json: boolean },
): Promise<number> {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = ['inherit', json ? 2 : 'inherit', 'inherit'];
    const options = { stdio, env: { ...process.env, ...variables } };
    // Programs of npm are scripts on Windows, which only a shell runs.
    const child =
      process.platform === 'win32'
        ? spawn(command.map(quoted).join(' '), { ...options, shell: true })
        : spawn(program!, args, options);
    // The terminal sends SIGINT to both, and the command decides when it ends. Other signals are for this process alone.
    const ignore = () => {};
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass);
    const restore = () => void process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass);
    child.once('error', (error) => {
      restore();
      reject(new StartError(`${program} cannot be run: ${ioReason(error)}`));
    });
    child.once('close', (code) => {
      restore();
      resolve(code ?? 1);
    });
  });
}
