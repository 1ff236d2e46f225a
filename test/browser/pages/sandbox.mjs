// A page that uses a sandbox, and one in a module worker.
import { show } from './show.mjs';
import { useSandbox } from './useSandbox.mjs';

const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
const inWorker = new Promise((done, fail) => {
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = ({ message }) => fail(new Error(`worker: ${message}`));
});

show(async () => ({ page: await useSandbox(), worker: await inWorker }));
