// The files that the package consists of for those who import it, and the sources that they start from.

/** ECMAScript modules: dist/NAME.js. */
export const modules = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  browser: 'src/browser.ts',
  sierra: 'src/sierra/index.ts',
  starknet: 'src/starknet/index.ts',
  testing: 'src/testing/index.ts',
  testingJest: 'src/testing/jest.ts',
  testingVitest: 'src/testing/vitest.ts',
  wallet: 'src/wallet/index.ts',
  playwright: 'src/playwright/index.ts',
  vite: 'src/vite/index.ts',
  hashWorker: 'src/platform/hashWorkerScript.ts',
};

/** CommonJS, for jest, which cannot `require` ECMAScript modules: dist/NAME.cjs. */
export const commonJs = {
  index: 'src/index.ts',
  sierra: 'src/sierra/index.ts',
  starknet: 'src/starknet/commonJs.ts',
  testing: 'src/testing/index.ts',
  testingJest: 'src/testing/jest.ts',
  wallet: 'src/wallet/index.ts',
};
