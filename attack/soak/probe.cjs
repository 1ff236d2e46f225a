// Loaded into the server by the soak (NODE_OPTIONS). It measures the processor time of each turn of the event loop, in which nobody else is
// served, and the memory after garbage collection. Processor time, since waiting times of a busy machine say nothing about the server.
const { openSync, readSync } = require('node:fs');
const { getHeapSpaceStatistics, setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const INTERVAL_MS = 5;
/** Longer turns are reported when they happen. */
const LONG_MS = 250;

if (isMainThread && process.send) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const cpu = mainThreadClock();
  let last = cpu();
  let longest = 0;
  let collecting = false;
  setInterval(() => {
    const now = cpu();
    const milliseconds = now - last;
    last = now;
    if (collecting) return void (collecting = false);
    longest = Math.max(longest, milliseconds);
    if (milliseconds > LONG_MS && process.connected) process.send({ longTurnMs: milliseconds });
  }, INTERVAL_MS).unref();
  process.on('message', () => {
    // Objects that were kept by a finalizer or by a promise of this turn go in the next collection.
    collect();
    setTimeout(() => {
      for (let i = 0; i < 3; i++) collect();
      collecting = true;
      const { heapUsed, external, rss } = process.memoryUsage();
      process.send({ heapUsed, compiled: compiledCode(), external, rss, longestTurnMs: longest });
      longest = 0;
    }, 500).unref();
  });
  process.channel.unref();
}

/** The part of the heap in which V8 keeps what it has compiled. */
function compiledCode() {
  let bytes = 0;
  for (const { space_name, space_used_size } of getHeapSpaceStatistics())
    if (/^(code|trusted)_/.test(space_name)) bytes += space_used_size;
  return bytes;
}

/** The processor time of this thread in milliseconds; of the whole process where the system does not tell. */
function mainThreadClock() {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const bytes = Buffer.alloc(64);
    return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)).split(' ')[0]) / 1e6;
  } catch {
    return () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e3;
    };
  }
}
