// The package's public surface for Node.js. What is not exported here is ours to change.
import { providePlatform } from './library/platform.ts';
import { nodePlatform } from './libraryNode/nodePlatform.ts';

providePlatform(nodePlatform);

export * from './library/index.ts';
