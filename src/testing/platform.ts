// Sandboxes of tests can listen on a port and read files, as those of the entry point for Node.js can.
import { providePlatform } from '../library/platform.ts';
import { nodePlatform } from '../libraryNode/nodePlatform.ts';

providePlatform(nodePlatform);
