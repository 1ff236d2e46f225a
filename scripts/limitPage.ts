// docs/limits.md: the table of limits.
import { agentLimits } from '../src/mcp/limits.ts';
import { type LimitUnit, limitRows } from '../src/protocol/limits.ts';
import { groupedDigits } from '../src/text/groupedDigits.ts';

/** A value as readers expect it: bytes in the largest unit that is exact. */
function valueText(value: number, unit: LimitUnit): string {
  if (unit !== 'bytes') return unit === 'number' ? groupedDigits(value) : `${groupedDigits(value)} ${unit}`;
  for (const [size, name] of [
    [2 ** 30, 'GB'],
    [2 ** 20, 'MB'],
    [2 ** 10, 'kB'],
  ] as const)
    if (value % size === 0) return `${groupedDigits(value / size)} ${name}`;
  return `${groupedDigits(value)} bytes`;
}

const { sessions, branches, changes, steps, waitingCalls, messageBytes } = agentLimits;
const AGENT_ROWS = [
  [
    'Sessions at `/mcp`',
    sessions,
    'the one that was not used for the longest time ends',
    'Each has chains of its own.',
  ],
  ['Branches of a session', branches, 'an error: drop one', 'Each keeps a chain.'],
  ['Changes of a branch that `undo` takes back', changes, 'the oldest stay', 'Each keeps the chain before it.'],
  ['Steps of an exported test', steps, 'the test says that the others are missing', 'A test is read by people.'],
  ['Calls that wait for their turn', waitingCalls, 'an error', 'A client that sends more does not read answers.'],
  ['Bytes of a message over standard input', messageBytes, 'an error', 'More than a call with 100 arguments has.'],
  ['Characters of an answer', 6000, 'pages, for the tool `more`', 'It stays below 2,000 tokens.'],
] as const;

export function limitPage(): string {
  const rows = limitRows.map(([, { what, value, unit, option, beyond, reason }]) => {
    const cells = [what, valueText(value, unit), option === undefined ? '' : `\`--${option}\``, beyond, reason];
    return `| ${cells.join(' | ')} |`;
  });
  return `${[
    '# Limits',
    '<!-- Written by `npm run reference` from src/protocol/limits.ts. Do not edit. -->',
    'What clients may send and ask for. Every limit is far above normal use, and keeps the [promise](security.md#the-promise) that no request ends or blocks the node. `sandbox_getConfig` has them as `limits`, with the values of a running node.',
    ['| What | Limit | Option | Beyond it | Why |', '|---|---|---|---|---|', ...rows].join('\n'),
    'Of [coding agents](agents.md), whose limits are not in `sandbox_getConfig`:',
    [
      '| What | Limit | Beyond it | Why |',
      '|---|---|---|---|',
      ...AGENT_ROWS.map(
        ([what, value, beyond, reason]) => `| ${what} | ${groupedDigits(value)} | ${beyond} | ${reason} |`,
      ),
    ].join('\n'),
    'kB, MB and GB are 1,024, 1,024² and 1,024³ bytes.',
  ].join('\n\n')}\n`;
}
