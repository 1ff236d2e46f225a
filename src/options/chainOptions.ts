// The part of the table of options that the library reads too: it needs no texts about files and servers.
import { MAX_ACCOUNTS } from '../chain/config.ts';
import { MAX_TRANSACTIONS_PER_BLOCK, MEMPOOL_ORDERINGS, MEMPOOL_RULES } from '../mempool/mempoolConfig.ts';
import { chainFlag, chainOption, flag, type Option, option } from './option.ts';
import {
  anything,
  balance,
  blockGeneration,
  chainId,
  count,
  integer,
  l1Url,
  originPlace,
  price,
  priceSchedule,
  protocolVersion,
  range,
  word,
} from './values.ts';

/** The first sections of --help. */
export const chainSections = {
  'Predeployed accounts': {
    accounts: chainOption('accounts', 'NUMBER', range(0, MAX_ACCOUNTS), 'Number of predeployed accounts'),
    seed: chainOption(
      'seed',
      'SEED',
      range(0, 4_294_967_295),
      'Seed for the keys of the predeployed accounts; random if not given',
    ),
    'initial-balance': chainOption(
      'initialBalance',
      'DECIMAL_VALUE',
      balance,
      'Initial balance of each account, in WEI and FRI',
      { short: 'e' },
    ),
    'account-class': chainOption(
      'accountClass',
      'ACCOUNT_CLASS',
      word('cairo0', 'cairo1'),
      'Class of the predeployed accounts',
    ),
    'account-class-custom': option('PATH', anything, 'Sierra class file to use for the predeployed accounts instead'),
    'predeclare-argent': chainFlag(
      'predeclareArgent',
      'Declare the Argent account classes at start; needs their files in the folder given by --system-classes',
    ),
    'system-classes': option(
      'DIR',
      anything,
      'Folder with class files that replace the built-in classes: account.json, account_cairo0.json, eth.json, strk.json, udc.json, udc_legacy.json, argent.json, argent_multisig.json',
      { own: true },
    ),
  },
  Chain: {
    'chain-id': chainOption(
      'chainId',
      'CHAIN_ID',
      chainId,
      'Chain ID: MAINNET, TESTNET, or any other name of up to 31 characters',
      { fallback: 'TESTNET', type: "'TESTNET' | 'MAINNET' | (string & {})" },
    ),
    'start-time': chainOption(
      'startTime',
      'SECONDS',
      integer(64),
      'Unix time of the genesis block; the current time if not given',
    ),
    'block-generation-on': chainOption(
      'blockGenerationOn',
      'BLOCK_GENERATION_ON',
      blockGeneration,
      'When to make blocks: transaction (one per transaction), demand (on request), or an interval in seconds; mempool (transactions wait until they are selected) or mempool:SECONDS (they are selected and a block is made every so many seconds)',
      { type: `'transaction' | 'demand' | number | 'mempool' | \`mempool:\${number}\`` },
    ),
    'mempool-ordering': chainOption(
      'mempoolOrdering',
      'ORDERING',
      word(...MEMPOOL_ORDERINGS),
      'How transactions of the mempool are selected: by arrival, as the network does, or at random',
      { own: true },
    ),
    'mempool-random-seed': chainOption(
      'mempoolRandomSeed',
      'SEED',
      integer(64),
      'Seed for the order random of the mempool',
      { own: true },
    ),
    'mempool-max-transactions-per-block': chainOption(
      'mempoolMaxTransactionsPerBlock',
      'NUMBER',
      range(1, MAX_TRANSACTIONS_PER_BLOCK),
      'Maximum number of transactions in a block that is filled from the mempool',
      { own: true },
    ),
    'mempool-rules': chainOption(
      'mempoolRules',
      'RULES',
      word(...MEMPOOL_RULES),
      'Rules of the mempool beside its order: none, or network for lifetimes, replacements, nonce gaps, prices and delays as on the network',
      { own: true },
    ),
    'state-archive-capacity': chainOption(
      'stateArchiveCapacity',
      'STATE_ARCHIVE_CAPACITY',
      word('none', 'full'),
      'Keep the state of old blocks for queries (full), or only the latest state (none)',
    ),
    'max-snapshots': chainOption(
      'maxSnapshots',
      'NUMBER',
      range(0, 1_000_000),
      'Maximum number of snapshots that are kept at once',
      { own: true },
    ),
    'protocol-version': chainOption(
      'protocolVersion',
      'VERSION',
      protocolVersion,
      'Starknet version whose rules and prices new blocks follow; that of the forked block if not given, and the newest without a fork',
      { own: true, type: 'string' },
    ),
    'state-aliases': chainFlag(
      'stateAliases',
      'Write aliases of changed contracts and storage keys to contract 0x2 when a block is closed, as the sequencer does',
      { own: true },
    ),
    'state-commitments': chainFlag(
      'stateCommitments',
      'Compute the state root of every block, so that block hashes are complete and getStorageProof answers',
      { own: true },
    ),
    'lite-mode': chainFlag('liteMode', 'Do not compute block hashes and commitments'),
    'proof-mode': chainOption(
      'proofMode',
      'PROOF_MODE',
      word('full', 'devnet', 'none'),
      'How to handle the proofs of transactions',
    ),
    'gas-price': chainOption('gasPrices.l1Gas.wei', 'WEI_PER_GAS_UNIT', price, 'L1 gas price in wei'),
    'data-gas-price': chainOption('gasPrices.l1DataGas.wei', 'WEI_PER_GAS_UNIT', price, 'L1 data gas price in wei'),
    'l2-gas-price': chainOption('gasPrices.l2Gas.wei', 'WEI_PER_GAS_UNIT', price, 'L2 gas price in wei'),
    'gas-price-fri': chainOption('gasPrices.l1Gas.fri', 'FRI_PER_GAS_UNIT', price, 'L1 gas price in fri'),
    'data-gas-price-fri': chainOption('gasPrices.l1DataGas.fri', 'FRI_PER_GAS_UNIT', price, 'L1 data gas price in fri'),
    'l2-gas-price-fri': chainOption('gasPrices.l2Gas.fri', 'FRI_PER_GAS_UNIT', price, 'L2 gas price in fri'),
    'price-schedule': chainOption(
      'priceSchedule',
      'SCHEDULE',
      priceSchedule,
      'How the gas prices of new blocks change: constant, walk, walk:SEED, eip1559, dynamic, or JSON with a schedule for each gas',
      { own: true, fallback: 'constant', type: 'PriceScheduleInput', json: true },
    ),
    'state-schedule': option(
      'FILE|JSON',
      anything,
      'Storage variables that are set when given blocks are opened, for contracts that the chain has at start: a list of { contract_address, variable, values: [{ block, value }] }',
      { own: true, type: 'string | readonly object[]', json: true },
    ),
  },
  Forking: {
    'fork-network': option('URL', originPlace, 'URL of the node to fork, or a record of one (FILE.record)'),
    'fork-block': option('BLOCK_NUMBER', count, 'Block to fork at; the latest block if not given'),
    'fork-upstream-caching': option(
      'FORK_UPSTREAM_CACHING',
      word('true', 'false'),
      'Cache answers of the forked node on disk between runs; without a value it means true',
      { bare: 'true' },
    ),
    'fork-cache': option(
      'DIR|off',
      anything,
      'Folder for the disk cache of answers of forked nodes; off disables the cache',
      { own: true },
    ),
    'fork-offline': flag('Send no request to the forked node; read everything from the cache', { own: true }),
  },
  'Messages between L1 and L2': {
    'l1-url': option(
      'URL',
      l1Url,
      'URL of the L1 node to exchange messages with, mock for a mock L1 inside this process, or evm for an EVM inside this process, at /l1 (docs/l1.md)',
      { own: true },
    ),
    'l1-auto': flag('Exchange messages with L1 after each block; uses the mock L1 if --l1-url is not given', {
      own: true,
    }),
  },
} as const;

/** The largest classes that can be declared. */
export const classLimits = {
  'maximum-contract-class-size': chainOption(
    'maximumContractClassSize',
    'BYTES',
    count,
    'Maximum size of a class that can be declared',
  ),
  'maximum-contract-bytecode-size': chainOption(
    'maximumContractBytecodeSize',
    'FELTS',
    count,
    'Maximum length of the bytecode of a class that can be declared',
  ),
  'maximum-sierra-length': chainOption(
    'maximumSierraLength',
    'FELTS',
    count,
    'Maximum length of the Sierra program of a class that can be declared',
  ),
} as const;

/** All options of this file by name. */
export const chainRows = {
  ...chainSections['Predeployed accounts'],
  ...chainSections.Chain,
  ...chainSections.Forking,
  ...chainSections['Messages between L1 and L2'],
  ...classLimits,
};

export type ChainOptionName = keyof typeof chainRows;

/** The row of an option of this file. */
export const chainRow = (name: ChainOptionName): Option => chainRows[name];
