// The package's public surface for browsers, where there are no files and no ports.
export * from './library/index.ts';
