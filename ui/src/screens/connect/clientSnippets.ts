// How clients are pointed at a node, as text to copy.

/** A node as clients reach it. */
export interface NodePlace {
  /** Such as `http://127.0.0.1:5050`. */
  readonly address: string;
  /** As hexadecimal text. */
  readonly chainId: string;
  /** The address of its first predeployed account. */
  readonly account?: string | undefined;
}

export interface ClientSnippet {
  readonly id: string;
  readonly name: string;
  /** The file that it belongs to. */
  readonly file: string;
  readonly text: string;
}

/** The chain id of Sepolia, which sandboxes have unless they are given another one. */
const SEPOLIA = '0x534e5f5345504f4c4941';

/** The snippets for a node. */
export function clientSnippets({ address, chainId, account = '0x…' }: NodePlace): readonly ClientSnippet[] {
  const rpc = JSON.stringify(`${address}/rpc`);
  const chain = chainId === SEPOLIA ? 'sepolia' : 'devnet';
  return [
    {
      id: 'starknetjs',
      name: 'starknet.js',
      file: 'node.ts',
      text: [
        "import { Account, RpcProvider } from 'starknet';",
        '',
        `export const provider = new RpcProvider({ nodeUrl: ${rpc} });`,
        '// The screen Accounts shows the keys.',
        `export const account = new Account({ provider, address: '${account}', signer: '0x…' });`,
      ].join('\n'),
    },
    {
      id: 'starknet-react',
      name: 'starknet-react',
      file: 'StarknetProvider.tsx',
      text: [
        `import { ${chain} } from '@starknet-react/chains';`,
        "import { injected, jsonRpcProvider, StarknetConfig } from '@starknet-react/core';",
        '',
        chain === 'sepolia' ? 'const chain = sepolia;' : `const chain = { ...devnet, id: BigInt('${chainId}') };`,
        `const provider = jsonRpcProvider({ rpc: () => ({ nodeUrl: ${rpc} }) });`,
        '// The wallet for tests: start the node with --wallet, and load its /wallet.js.',
        "const connectors = [injected({ id: 'starbox' })];",
        '',
        'export const StarknetProvider = ({ children }) => (',
        '  <StarknetConfig chains={[chain]} provider={provider} connectors={connectors}>',
        '    {children}',
        '  </StarknetConfig>',
        ');',
      ].join('\n'),
    },
    {
      id: 'scaffold-stark',
      name: 'Scaffold-Stark',
      file: 'packages/nextjs/.env.local and packages/snfoundry/.env',
      text: [
        '# packages/nextjs/.env.local; targetNetworks is [chains.devnet] in scaffold.config.ts',
        `NEXT_PUBLIC_DEVNET_PROVIDER_URL=${address}/rpc`,
        `NEXT_PUBLIC_DEVNET_WS_PROVIDER_URL=${socketAddress(address)}`,
        '',
        '# packages/snfoundry/.env; it deploys with the first account of a node that was started with --seed 0',
        `RPC_URL_DEVNET=${address}/rpc`,
      ].join('\n'),
    },
    {
      id: 'wallet',
      name: 'Wallet for tests',
      file: 'index.html, before the code of the dapp',
      text: `<script src="${address}/wallet.js"></script>`,
    },
  ];
}

/** The WebSocket of a node. */
export const socketAddress = (address: string): string => `${address.replace(/^http/, 'ws')}/ws`;

/** Whether an address is reached only from the machine itself. */
export const isLoopback = (address: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
