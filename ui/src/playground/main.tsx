// The page over a sandbox in this browser. A link to it may hold a chain, which is then shown, or a moment of a transaction.
import { showPage } from '../app/showPage.tsx';
import { placeOfLink } from '../data/playground/placeOfLink.ts';
import { navigate, readLocation } from '../routing/router.ts';
import { chainOfLink } from '../transport/chainLink.ts';
import { WorkerConnection } from '../transport/workerConnection.ts';

const chain = chainOfLink(window.location.hash);
const connection = new WorkerConnection(
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'sandbox' }),
  chain,
);
void placeOfLink(chain, connection.started, readLocation().path).then((place) => {
  if (place !== undefined) navigate(place, { replace: true });
});
showPage(connection);
