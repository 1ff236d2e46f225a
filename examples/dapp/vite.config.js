export default {
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
    // get-starknet looks for MetaMask with a library that has an eval.
    rolldownOptions: { checks: { eval: false } },
  },
};
