import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { ioReason } from '../../platform/ioReason.ts';
import { quoted } from '../commands/runWith.ts';
import { StartError } from '../start/startError.ts';

/** How a command ended. */
export interface QuietRun {
  /** Its exit code; undefined if it was ended by us. */
  readonly status: number | undefined;
  /** Whether it ended by itself, because its time was over, or because it stood still. */
  readonly endedBy: 'itself' | 'limit' | 'stall';
  /** The signal that ended it, if it was one. */
  readonly signal: string | undefined;
  /** The end of what it wrote. */
  readonly output: string;
}

/** How a command ended, as the end of a sentence. */
export const howItEnded = ({ status, endedBy, signal }: QuietRun): string =>
  endedBy === 'itself'
    ? `ended with ${signal ?? status}`
    : endedBy === 'limit'
      ? 'was ended because its time was over'
      : 'was ended because it stood still';

/** A file that grows while a command gets on, and how long it may stay as it is. */
export interface WatchedFile {
  readonly path: string;
  readonly stallMs: number;
}

/** How often a watched file is looked at while it may stay as it is: turns are counted, since a machine may sleep. */
const LOOKS = 20;

/** Calls `stalled` if a file does not grow for too long. Returns a function that ends this. */
function watchGrowth({ path, stallMs }: WatchedFile, stalled: () => void): () => void {
  let [size, turns] = [0, 0];
  const timer = setInterval(async () => {
    const now = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    turns = now === size ? turns + 1 : 0;
    size = now;
    if (turns >= LOOKS) stalled();
  }, stallMs / LOOKS);
  return () => clearInterval(timer);
}

const MAX_OUTPUT = 4000;

/** Ends the commands that run now. */
const running = new Set<() => void>();

/** They are no part of this process's group, so nothing else ends them. */
function endAll(): void {
  for (const end of running) end();
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function interrupt(): void {
  endAll();
  process.stderr.write('\nInterrupted. What was tried is kept: give the same command again to go on.\n');
  process.exit(130);
}

function track(end: () => void): () => void {
  if (running.size === 0) {
    process.once('exit', endAll);
    for (const signal of SIGNALS) process.once(signal, interrupt);
  }
  running.add(end);
  return () => {
    running.delete(end);
    if (running.size > 0) return;
    process.off('exit', endAll);
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
}

/** Runs a command without showing what it writes, for a limited time, and while a file grows if one is given. */
export function runQuietly(
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
  limitMs: number,
  watched?: WatchedFile,
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
    let endedBy: QuietRun['endedBy'] = 'itself';
    const end = () => endGroup(child.pid, isWindows);
    const endBecause = (reason: 'limit' | 'stall') => {
      endedBy = reason;
      end();
    };
    const timer = setTimeout(endBecause, limitMs, 'limit');
    const unwatch = watched && watchGrowth(watched, () => endBecause('stall'));
    const untrack = track(end);
    const restore = () => {
      clearTimeout(timer);
      unwatch?.();
      untrack();
    };
    child.once('error', (error) => {
      restore();
      reject(new StartError(`${program} cannot be run: ${ioReason(error)}`));
    });
    child.once('close', (code, signal) => {
      restore();
      resolve({
        status: endedBy === 'itself' ? (code ?? 1) : undefined,
        endedBy,
        signal: signal ?? undefined,
        output: stripVTControlCharacters(output),
      });
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
