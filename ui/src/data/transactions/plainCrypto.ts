// Takes the place of src/felt/currentBackend.ts in the page (vite.config.ts).
export { plainBackend as cryptoBackend } from '../../../../src/felt/plain/plainBackend.ts';
