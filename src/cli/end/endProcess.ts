/** File and name lookups run in threads of Node, which does not end before they do: one that hangs would hold it forever. */
const POOLED = /^(?:FSReq|GetAddrInfo|GetNameInfo)/;
const LOOK_MS = 10;
const LONGEST_MS = 500;

const hasPooledWork = () => process.getActiveResourcesInfo().some((name) => POOLED.test(name));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the output is read and all file operations are done, half a second at most. */
export async function waitForOutput(isWriting: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while ((isWriting() || hasPooledWork()) && performance.now() < end) await pause(LOOK_MS);
}

/** Ends the process with a status; by a signal when a file operation hangs. */
export function endProcess(status: number): void {
  if (hasPooledWork()) killProcess('SIGTERM');
  else process.exit(status);
}

/** Ends the process at once, as if the signal had never been listened to. */
export function killProcess(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  // On Windows a process can send itself only some of them.
  if (process.platform !== 'win32') process.kill(process.pid, signal);
  // The first process of a container is not ended by its own signals.
  process.exit(1);
}
