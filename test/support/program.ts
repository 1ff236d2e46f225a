import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cli, freePort } from './server.ts';

/** The program in its own process, in a folder of the test. */
export interface StartedProgram {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it has written to its standard output and error so far. */
  output(): string;
  /** Sends a signal and resolves with the exit status when the process has ended, or null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the program in a folder. If it ends at once, this throws its output. */
export async function startProgram(folder: string, ...args: string[]): Promise<StartedProgram> {
  const port = await freePort();
  const child = spawn(process.execPath, [cli, '--port', String(port), '--accounts', '1', '--quiet', ...args], {
    cwd: folder,
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const url = `http://127.0.0.1:${port}`;
  const isAlive = () =>
    fetch(`${url}/is_alive`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isAlive())) {
    if (child.exitCode !== null) throw new Error(output);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    url,
    child,
    output: () => output,
    async end(signal) {
      const ended = once(child, 'close');
      child.kill(signal);
      const [status] = await ended;
      return status as number | null;
    },
  };
}
