import { useSandbox } from './useSandbox.mjs';

useSandbox().then(
  (results) => postMessage(results),
  (error) => postMessage({ error: String(error) }),
);
