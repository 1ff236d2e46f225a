// Another client of the attacked node, in its own worker. It requests the chain id all the time and records the longest wait, and the longest
// time that the node's main thread worked during a wait. On a busy machine a client also waits for other processes: `ownLongest` is the
// longest wait without the time in which the node or this client was ready, but had no processor.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 10;
const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_chainId' });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let ownLongest = 0;
let cpu = 0;
let cpuOfLongest = 0;
let answers = 0;
let failures = 0;
let since;
let begun;
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

/** How long a thread has worked, and how long it was ready without a processor, in milliseconds; 0 where the system does not tell. */
function timesOf(thread) {
  try {
    const [worked, ready] = readFileSync(`/proc/${thread}/schedstat`, 'latin1').split(' ');
    return { worked: Number(worked) / 1e6, ready: Number(ready) / 1e6 };
  } catch {
    return { worked: 0, ready: 0 };
  }
}

const times = () => ({ node: timesOf(`${workerData.pid}/task/${workerData.pid}`), own: timesOf('thread-self') });

function measure() {
  const waited = performance.now() - since;
  const { node, own } = times();
  const worked = node.worked - begun.node.worked;
  cpu = Math.max(cpu, worked);
  ownLongest = Math.max(ownLongest, waited - (node.ready - begun.node.ready) - (own.ready - begun.own.ready));
  if (waited <= longest) return;
  longest = waited;
  cpuOfLongest = worked;
}

parentPort.on('message', (message) => {
  // A request that has not been answered yet counts with the time it has waited so far.
  if (since !== undefined) measure();
  parentPort.postMessage({ longest, ownLongest, cpu, cpuOfLongest, answers, failures });
  if (message !== 'stop') return;
  stopped = true;
  agent.destroy();
  parentPort.close();
});

while (!stopped) {
  begun = times();
  since = performance.now();
  const answered = await ask();
  if (stopped) break;
  measure();
  since = undefined;
  if (answered) answers++;
  else failures++;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
