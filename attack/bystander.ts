import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What another client of the node saw, which made small requests all the time. Times in milliseconds. */
export interface BystanderReport {
  /** The longest wait. */
  readonly longest: number;
  /** How long the node's main thread worked during it. */
  readonly cpuOfLongest: number;
  /** The longest wait without the time in which the machine had no processor for the node or the client. This one is promised. */
  readonly ownLongest: number;
  /** The longest time that the node's main thread worked during a wait. */
  readonly cpu: number;
  readonly answers: number;
  readonly failures: number;
}

/** Another client of the node, which measures how long it waits. */
export class Bystander {
  readonly #worker: Worker;

  constructor(node: { readonly port: number; readonly child: { readonly pid?: number | undefined } }) {
    this.#worker = new Worker(resolve('attack/bystanderWorker.mjs'), {
      workerData: { port: node.port, pid: node.child.pid },
    });
  }

  /** What it saw so far. */
  report(): Promise<BystanderReport> {
    return this.#ask('report');
  }

  async stop(): Promise<BystanderReport> {
    const report = await this.#ask('stop');
    await this.#worker.terminate();
    return report;
  }

  #ask(message: 'report' | 'stop'): Promise<BystanderReport> {
    return new Promise((done) => {
      this.#worker.once('message', done);
      this.#worker.postMessage(message);
    });
  }
}
