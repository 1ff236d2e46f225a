const SLICE_MILLISECONDS = 10;

/** For long reads: called now and then, it lets others run when the time slice is used up, and costs nothing before. */
export function breather(): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < SLICE_MILLISECONDS) return undefined;
    return new Promise((resolve) =>
      setTimeout(() => {
        start = performance.now();
        resolve();
      }),
    );
  };
}
