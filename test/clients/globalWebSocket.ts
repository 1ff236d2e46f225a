// starknet.js looks for a global WebSocket when it is loaded; Node 20 has none.
import { WebSocket } from 'ws';

if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });
