import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process, even after its id was given to another one. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Where the id is valid: one boot of a machine, or one container on it. */
  readonly place: string;
  /** When the process started: on Linux the ticks of the kernel, which do not depend on the clock; elsewhere milliseconds of the clock. */
  readonly started: number;
}

type Life = 'alive' | 'gone' | 'unknown';

/** The tolerance between the start time that a process knows and the one that the system reports. */
const TOLERANCE_MS = 5000;

const isLinux = process.platform === 'linux';

let own: ProcessIdentity | undefined;

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return (own ??= {
    pid: process.pid,
    host: hostname(),
    place: placeOf(hostname()),
    started: (isLinux ? linuxStart(process.pid)?.started : undefined) ?? Math.round(performance.timeOrigin),
  });
}

/** Whether a process still runs; unknown if it ran on another machine or in another container. */
export function lifeOf({ pid, place, started }: ProcessIdentity): Life {
  if (place !== ownIdentity().place) return 'unknown';
  try {
    process.kill(pid, 0);
  } catch (error) {
    // No permission to send a signal means that the process exists.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  if (isLinux) {
    const found = linuxStart(pid);
    return found && (found.isEnded || found.started !== started) ? 'gone' : 'alive';
  }
  const since = startTime(pid);
  return since !== undefined && Math.abs(since - started) > TOLERANCE_MS ? 'gone' : 'alive';
}

function placeOf(host: string): string {
  if (!isLinux) return host;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${host} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return host;
  }
}

/** When a process started, in ticks since boot; undefined if the system does not show it. */
function linuxStart(pid: number): { readonly started: number; readonly isEnded: boolean } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the name in parentheses, which may contain anything. The third is the state, the 22nd the start.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended, but its parent has not read its exit status yet.
    return { started: Number(fields[19]), isEnded: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return undefined;
  }
}

/** When a process started, in milliseconds of the clock, according to the system's own tools; undefined if they fail. */
function startTime(pid: number): number | undefined {
  const [program, args] =
    process.platform === 'win32'
      ? ['powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`]]
      : ['ps', ['-o', 'lstart=', '-p', String(pid)]];
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    const text = process.getBuiltinModule('node:child_process').execFileSync(program, args, {
      encoding: 'utf8',
      env,
      timeout: 5000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const time = Date.parse(text.trim());
    return Number.isNaN(time) ? undefined : time;
  } catch {
    return undefined;
  }
}
