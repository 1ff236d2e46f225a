import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** A command of Starbox, or a small program, in a process of its own. */
export interface Command {
  readonly child: ChildProcess;
  /** What it has printed so far, the last megabyte. */
  readonly output: () => string;
  /** Its exit status or signal. */
  readonly end: Promise<number | string>;
  /** Waits until it printed something. Returns undefined if it ends or time passes before. */
  printed(pattern: RegExp): Promise<RegExpExecArray | undefined>;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

/** Starts `starbox ARGS`. */
export function starbox(args: readonly string[], options: CommandOptions): Command {
  return program([resolve('dist/cli.js'), ...args], options);
}

/** Starts Node.js with arguments. It is killed when its time has passed. */
export function program(args: readonly string[], { cwd, env = {}, timeoutMs = TIMEOUT_MS }: CommandOptions): Command {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, STARBOX_CLASS_CACHE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data) => (output = (output + data).slice(-1_000_000)));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const end = new Promise<number | string>((done) =>
    child.once('close', (status, signal) => {
      clearTimeout(timer);
      process.off('exit', kill);
      done(status ?? signal ?? 'unknown');
    }),
  );
  const printed = async (pattern: RegExp): Promise<RegExpExecArray | undefined> => {
    let isOver = false;
    void end.then(() => (isOver = true));
    for (;;) {
      const found = pattern.exec(output);
      if (found || isOver) return found ?? undefined;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  return { child, output: () => output, end, printed };
}
