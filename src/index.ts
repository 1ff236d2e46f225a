// The package's public surface. What is not exported here is ours to change.
export type { NodeConfig } from './chain/config.ts';
export type { PredeployedAccount } from './chain/node.ts';
export type { RpcArguments, RpcMethod, RpcParams, RpcResult, RpcSchema } from './rpc/schema.ts';
export { type Mark, Sandbox, SandboxError, type SandboxOptions } from './sandbox/sandbox.ts';
