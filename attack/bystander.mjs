// Another client of the attacked node, in its own worker. It requests the chain id all the time and records the longest wait, and the longest
// time that the node's main thread worked during a wait: on a busy machine a client also waits for other processes.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 10;
const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_chainId' });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let cpu = 0;
let cpuOfLongest = 0;
let answers = 0;
let failures = 0;
let since;
let cpuSince = 0;
let stopped = false;

const ask = () =>
  new Promise((resolve) => {
    const sent = request(
      {
        port: workerData.port,
        host: '127.0.0.1',
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': BODY.length },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode === 200));
        response.on('error', () => resolve(false));
      },
    );
    sent.on('error', () => resolve(false));
    sent.end(BODY);
  });

/** The processor time of the node's main thread in milliseconds; 0 where the system does not tell. */
function nodeCpu() {
  try {
    const text = readFileSync(`/proc/${workerData.pid}/task/${workerData.pid}/schedstat`, 'latin1');
    return Number(text.split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

function measure() {
  const waited = performance.now() - since;
  const worked = nodeCpu() - cpuSince;
  cpu = Math.max(cpu, worked);
  if (waited <= longest) return;
  longest = waited;
  cpuOfLongest = worked;
}

parentPort.on('message', (message) => {
  // A request that has not been answered yet counts with the time it has waited so far.
  if (since !== undefined) measure();
  parentPort.postMessage({ longest, cpu, cpuOfLongest, answers, failures });
  if (message !== 'stop') return;
  stopped = true;
  agent.destroy();
  parentPort.close();
});

while (!stopped) {
  cpuSince = nodeCpu();
  since = performance.now();
  const answered = await ask();
  if (stopped) break;
  measure();
  since = undefined;
  if (answered) answers++;
  else failures++;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
