// Loaded into the server by bench/soak.ts (NODE_OPTIONS): on SIGUSR2 it collects garbage and writes the size of the heap to a file.
const { renameSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  for (let i = 0; i < 3; i++) collect();
  const file = process.env['STARBOX_HEAP_FILE'];
  writeFileSync(`${file}.new`, String(process.memoryUsage().heapUsed));
  renameSync(`${file}.new`, file);
});
