// The page over a sandbox in this browser. A link to it may hold a chain, which is then shown.
import { showPage } from '../app/showPage.tsx';
import { chainOfLink } from '../transport/chainLink.ts';
import { WorkerConnection } from '../transport/workerConnection.ts';

const connection = new WorkerConnection(
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'sandbox' }),
  chainOfLink(window.location.hash),
);
showPage(connection);
