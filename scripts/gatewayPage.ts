// docs/gateway.md: the rules of the networks' gateway.
import { type GatewayRule, gatewayRules } from '../src/gateway/gatewayRules.ts';
import { errors } from '../src/protocol/errors.ts';
import { GATEWAY_SOURCE, gatewayVersions } from '../src/protocol/gatewayLimits.ts';
import { groupedDigits } from '../src/text/groupedDigits.ts';

const NEWEST = gatewayVersions.at(-1)!;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const codeLink = (kind: GatewayRule['error']): string => `[${errors[kind].code}](errors.md#error-${errors[kind].code})`;

const ruleRow = ([name, { allows, error }]: readonly [string, GatewayRule]) => [
  `\`${name}\``,
  typeof allows === 'string' ? allows : allows(NEWEST),
  codeLink(error),
];

export function gatewayPage(): string {
  const { repository, folder } = GATEWAY_SOURCE;
  return `${[
    '# What the networks refuse',
    '<!-- Written by `npm run reference` from src/gateway/gatewayRules.ts and src/protocol/gatewayLimits.ts. Do not edit. -->',
    'Mainnet and Sepolia check a transaction before it runs: in the gateway that receives it, and in the pool where it waits. A sandbox accepts more, so a transaction that works here may be refused there. `--gateway-rules` shows such a transaction while you still develop.',
    table(
      ['`--gateway-rules`', 'A transaction that a network would refuse'],
      [
        ['`warn`', 'runs, and the log has one line for each kind. This is the default of `starbox`'],
        ['`refuse`', 'is refused with the error of the specification'],
        [
          '`off`',
          'runs. This is the default of the command `starknet-devnet`, and of the library, whose tests should be silent unless they ask',
        ],
      ],
    ),
    '```sh\nstarbox --gateway-rules refuse\n```',
    "```ts\nimport { Sandbox } from 'starbox';\n\nconst box = await Sandbox.create({ gatewayRules: 'refuse' });\n```",
    [
      '- Transactions are checked when they are sent. Calls, estimates, simulations, minting and dumps that are loaded are not.',
      '- With `refuse`, the chain starts with the least L2 gas price of the networks in fri, unless you give another. So estimates are high enough.',
      '- With `warn`, a low price bound is no warning on a chain whose own L2 gas price is lower than that of the networks, as it is by default: the bound only follows the price of the chain.',
      '- `sandbox_getConfig` has the mode, and how many transactions broke each rule, as `gateway_rules`.',
    ].join('\n'),
    '## The rules',
    `They are those of protocol ${NEWEST.since}, in the order in which they are checked. The code is the one that the specification has for the case; a node in front of a network may answer with another one, often 53, 55 or 63.`,
    table(
      ['Rule', 'What is allowed', 'Error'],
      [
        ...Object.entries<GatewayRule>(gatewayRules).map(ruleRow),
        [
          'replacement',
          `A transaction with the nonce of one in the open block offers ${NEWEST.replacementPercent} % more tip and price. Then the error is ${codeLink('invalidTransactionNonce')}, because it has run here already`,
          codeLink('replacementUnderpriced'),
        ],
      ],
    ),
    'A chain follows the limits of its [protocol version](versions.md). Before 0.14.0 the networks had another gateway, whose limits are not public: such a chain has those of 0.14.0.',
    table(
      ['Protocol', 'Least L2 gas price, in fri', 'Most L2 gas', 'Sierra', 'Bytes of a proof', 'Source'],
      gatewayVersions.map((limits) => [
        limits.since,
        groupedDigits(limits.minL2PriceFri),
        groupedDigits(limits.maxL2Gas),
        `${limits.oldestSierra.join('.')} to ${limits.newestSierra.join('.')}`,
        limits.maxProofBytes === 0 ? 'no proofs' : groupedDigits(limits.maxProofBytes),
        `branch ${limits.branch}, ${limits.changed}`,
      ]),
    ),
    `The source is [starkware-libs/sequencer](${repository}): \`gateway_config.json\` and \`mempool_config.json\` in \`${folder}\`, and the crates \`apollo_gateway\` and \`apollo_mempool\`. These are the defaults that StarkWare publishes; the operators of a network can set other values at any time.`,
    '## What is checked in every mode',
    [
      '- The price bound of L2 gas is at least the price of the block, otherwise error 53.',
      '- With a block for each transaction the nonce is exactly that of the account, otherwise error 52. The networks keep a transaction whose nonce is ahead for five minutes.',
      '- Felts of Sierra and of compiled code, and bytes of the compiled class: error 57, beyond the limits that [options](options.md) set.',
      '- Signatures of entry points, and with them their builtins and return types, are checked by the [compiler](compiler.md): error 56. The sequencer checks the builtins once more before a call.',
      '- Only transactions of version 3 are accepted.',
    ].join('\n'),
    '## What is not checked',
    'What depends on the traffic of a network: a full pool (1 GB), the five minutes after which a transaction leaves the pool, the 20 seconds that a declaration waits in it, the number of classes that are compiled at a time, and the 5 MB of a request.',
  ].join('\n\n')}\n`;
}
