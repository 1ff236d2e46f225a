/** Node runs file operations and name lookups in threads and waits for them at exit. One that hangs would block the exit forever. */
const POOLED = /^(?:FSReq|GetAddrInfo|GetNameInfo)/;
const LOOK_MS = 10;
const LONGEST_MS = 500;

const hasPooledWork = () => process.getActiveResourcesInfo().some((name) => POOLED.test(name));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the output is read and all file operations are finished, but at most half a second. */
export async function waitForOutput(isWriting: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while ((isWriting() || hasPooledWork()) && performance.now() < end) await pause(LOOK_MS);
}

/** Ends the process with an exit status. If a file operation hangs, a signal ends it. */
export function endProcess(status: number): void {
  if (hasPooledWork()) killProcess('SIGTERM');
  else process.exit(status);
}

/** Ends the process immediately, with the default action of the signal. */
export function killProcess(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  // On Windows a process can send itself only some signals.
  if (process.platform !== 'win32') process.kill(process.pid, signal);
  // The first process of a container is not ended by its own signals.
  process.exit(1);
}
