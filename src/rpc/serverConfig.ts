import type { GatewayMode } from '../gateway/gateway.ts';
import { type LimitName, limits } from '../protocol/limits.ts';

/** How a node is served, and where its files are. The chain does not use it; `getConfig` shows it with the chain's configuration. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  readonly timeoutSeconds: number;
  /** How often the clients of WebSockets get a ping, which they have to answer; undefined if never. */
  readonly pingSeconds: number | undefined;
  /** Forbidden methods, without prefix; undefined when nothing is restricted. */
  readonly restrictedMethods: readonly string[] | undefined;
  /** When the journal is written: at exit, with every change, or on request only. Undefined: there is no journal. */
  readonly dumpOn: 'exit' | 'block' | 'request' | undefined;
  readonly dumpPath: string | undefined;
  /** The file that stores the whole chain between runs. */
  readonly statePath: string | undefined;
  /** Whether the page at /ui is on. */
  readonly ui: boolean;
  /** Whether coding agents can use the node at /mcp. */
  readonly mcp: boolean;
  /** Whether pages can load a wallet for tests, and whether it approves by itself or asks people. */
  readonly wallet: 'approve' | 'ask' | undefined;
  /** Whether answers have exactly the members that starknet-devnet's have, without help in the data of errors. */
  readonly strictAnswers: boolean;
  /** What happens to transactions that the networks would refuse. */
  readonly gatewayRules: GatewayMode;
  /** The limits that options of the server set to other values, besides the time of a request. */
  readonly limits: Partial<Readonly<Record<LimitName, number>>>;
}

/** What a start without options gives. */
export const defaultServerConfig: ServerConfig = {
  host: '127.0.0.1',
  port: 5050,
  timeoutSeconds: limits.requestSeconds,
  pingSeconds: undefined,
  restrictedMethods: undefined,
  dumpOn: undefined,
  dumpPath: undefined,
  statePath: undefined,
  ui: false,
  mcp: false,
  wallet: undefined,
  strictAnswers: false,
  gatewayRules: 'off',
  limits: {},
};
