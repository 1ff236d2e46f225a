// How clients are pointed at a node, as text to copy.

/** A node as clients reach it. */
export interface NodePlace {
  /** Such as `http://127.0.0.1:5050`. */
  readonly address: string;
  /** As hexadecimal text. */
  readonly chainId: string;
}

export interface ClientSnippet {
  readonly id: string;
  readonly name: string;
  /** The file that it belongs to. */
  readonly file: string;
  readonly text: string;
}

/** The networks that clients know by name. */
const KNOWN: Readonly<Record<string, 'mainnet' | 'sepolia'>> = {
  '0x534e5f4d41494e': 'mainnet',
  '0x534e5f5345504f4c4941': 'sepolia',
};

/** The snippets for a node. */
export function clientSnippets({ address, chainId }: NodePlace): readonly ClientSnippet[] {
  const rpc = JSON.stringify(`${address}/rpc`);
  const known = KNOWN[chainId];
  return [
    {
      id: 'starknetjs',
      name: 'starknet.js',
      file: 'node.ts',
      text: [
        "import { Account, RpcProvider } from 'starknet';",
        '',
        `export const provider = new RpcProvider({ nodeUrl: ${rpc} });`,
        '// An account of the screen Accounts.',
        "export const account = new Account({ provider, address: '0x…', signer: '0x…' });",
      ].join('\n'),
    },
    {
      id: 'starknet-react',
      name: 'starknet-react',
      file: 'StarknetProvider.tsx',
      text: [
        `import { devnet${known === 'sepolia' ? ', sepolia' : ''} } from '@starknet-react/chains';`,
        "import { injected, jsonRpcProvider, StarknetConfig } from '@starknet-react/core';",
        '',
        known === 'sepolia' ? 'const chain = sepolia;' : `const chain = { ...devnet, id: BigInt('${chainId}') };`,
        `const provider = jsonRpcProvider({ rpc: () => ({ nodeUrl: ${rpc} }) });`,
        '// The wallet for tests: start the node with --wallet, and load its /wallet.js.',
        "const connectors = [injected({ id: 'starbox' })];",
        '',
        'export const StarknetProvider = ({ children }) => (',
        '  <StarknetConfig chains={[chain]} provider={provider} connectors={connectors}>',
        '    {children}',
        '  </StarknetConfig>',
        ');',
      ]
        .join('\n')
        .replace('devnet, sepolia', 'sepolia'),
    },
    {
      id: 'scaffold-stark',
      name: 'Scaffold-Stark',
      file: 'packages/nextjs/.env.local and packages/snfoundry/.env',
      text: [
        '# packages/nextjs/.env.local; targetNetworks is [chains.devnet] in scaffold.config.ts',
        `NEXT_PUBLIC_DEVNET_PROVIDER_URL=${address}/rpc`,
        '',
        '# packages/snfoundry/.env',
        `RPC_URL_DEVNET=${address}/rpc`,
      ].join('\n'),
    },
    {
      id: 'wallet',
      name: 'Wallet for tests',
      file: 'index.html, before the code of the dapp; the node needs --wallet',
      text: `<script src="${address}/wallet.js"></script>`,
    },
  ];
}

/** The WebSocket of a node. */
export const socketAddress = (address: string): string => `${address.replace(/^http/, 'ws')}/ws`;
