// Another client of the attacked node, in its own worker. It requests the chain id all the time and records the longest wait.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 10;
const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_chainId' });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let answers = 0;
let failures = 0;
let since;
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

parentPort.on('message', () => {
  stopped = true;
  // A request that has not been answered yet counts with the time it has waited so far.
  if (since !== undefined) longest = Math.max(longest, performance.now() - since);
  parentPort.postMessage({ longest, answers, failures });
  agent.destroy();
  parentPort.close();
});

while (!stopped) {
  since = performance.now();
  const answered = await ask();
  if (stopped) break;
  longest = Math.max(longest, performance.now() - since);
  since = undefined;
  if (answered) answers++;
  else failures++;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
