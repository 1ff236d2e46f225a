/**
 * How each public client suite is run. `servers` are started one after the other, each with its options and, when it is not
 * ours, its command; `edits` are made in the checkout before, for what has changed since the suite was written; `origin` is
 * the server that forks take instead of a public network, with so many blocks.
 */
export const suites = {
  argent: {
    servers: [
      {
        args: '--port 5050 --seed 0 --timeout 320 --lite-mode --gas-price-fri 45000000000000 --data-gas-price-fri 35000 --l2-gas-price-fri 3000000000 --initial-balance 1000000000000000000000000',
      },
    ],
    classHashCache: 'dist/classHashCache.json',
    // Declarations carry BLAKE2s hashes now, which the suite's starknet.js cannot compute: they come from the cache.
    edits: [
      [
        'lib/contracts.ts',
        '    casm,\n  };',
        `    casm,
    compiledClassHash: JSON.parse(readFileSync(cacheClassHashFilepath, "utf8"))[
      crypto.createHash("md5").update(readFileSync(\`\${folder}\${contractName}.contract_class.json\`)).digest("hex")
    ]?.compiledClassHash,
  };`,
      ],
    ],
    env: { TS_NODE_TRANSPILE_ONLY: 'true' },
    command: 'npx mocha --exit --recursive tests-integration/ --extension .test.ts',
  },
  'starknet-devnet-js': {
    servers: [
      { args: '--port 5050 --state-archive-capacity full --dump-on request' },
      { args: '--port 5052 --seed 3 --state-archive-capacity full' },
      { args: '--port 5051 --fork-network http://127.0.0.1:5052' },
      { command: 'anvil', args: '--port 8545' },
    ],
    // The impersonated account is one of mainnet; the origin of our fork has its own.
    edits: [
      [
        'test/account-impersonation.test.ts',
        '"0x0276feffed3bf366a4305f5e32e0ccb08c2da4915d83d81127b5b9d4210a80db"',
        'process.env.ORIGIN_ACCOUNT!',
      ],
    ],
    origin: { url: 'http://127.0.0.1:5052', blocks: 0 },
    env: { DEVNET_VERSION: '0.7.1', FORKED_DEVNET_PORT: '5051' },
    command: "npm run build && npx mocha -r ts-node/register 'test/**/*.ts'",
  },
  'starknet.js': {
    servers: [{ args: '--port 5050 --seed 0' }],
    // Its WebSocket tests wait for what others send.
    traffic: 'http://127.0.0.1:5050',
    env: { TEST_WS_URL: 'ws://127.0.0.1:5050/ws', NODE_OPTIONS: '--experimental-websocket' },
    command: 'npx jest -i --forceExit',
  },
  'starknet.py': {
    // The origin of the tests that fork; they would take Sepolia.
    servers: [{ args: '--port 5055 --seed 9 --state-archive-capacity full' }],
    // The impersonated account is one of Sepolia, and a test asks for more than 1,024 blocks.
    edits: [
      [
        'starknet_py/tests/e2e/devnet_client/fixtures/accounts.py',
        '"0x043abaa073c768ebf039c0c4f46db9acc39e9ec165690418060a652aab39e7d8"',
        '__import__("os").environ["ORIGIN_ACCOUNT"]',
      ],
    ],
    origin: { url: 'http://127.0.0.1:5055', blocks: 1030 },
    link: 'starknet_py/tests/e2e/devnet/bin/starknet-devnet',
    env: { SEPOLIA_RPC_URL: 'http://127.0.0.1:5055' },
    command:
      'python -m pytest -q --contract_dir=v2 starknet_py --ignore=starknet_py/tests/e2e/docs --ignore=starknet_py/tests/e2e/tests_on_networks --ignore=starknet_py/tests/unit/signer/test_ledger_signer.py',
  },
  'starknet.go': {
    servers: [{ args: '--port 5050 --seed 0' }],
    edits: [['rpc/provider.go', 'MustParse("0.10.0")', 'MustParse("0.10.2")']],
    env: { HTTP_PROVIDER_URL: 'http://localhost:5050/', WS_PROVIDER_URL: 'ws://localhost:5050/ws' },
    command: 'go test -p 1 -v ./devnet ./rpc ./account -env devnet',
  },
};
