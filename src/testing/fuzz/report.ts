import { writeTextFile } from '../../platform/textFolder.ts';
import { escapeHtml } from '../../text/escapeHtml.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import { STYLE } from '../../tools/coverage/coverageStyle.ts';
import type { ActionCount, Campaign, Shrinking } from './campaign.ts';

/** What `invariant` and `fuzz` did. */
export interface InvariantReport {
  readonly name: string;
  readonly seed: number;
  /** The sequences that ran. */
  readonly sequences: number;
  readonly calls: number;
  readonly reverted: number;
  /** The places in the code of all contracts that ran. */
  readonly places: number;
  /** How many sequences reached new places. */
  readonly corpus: number;
  /** The L2 gas of all calls that were made with both classes of `upgradeCheck`. */
  readonly gas?: { readonly before: number; readonly after: number } | undefined;
  readonly actions: Readonly<Record<string, ActionCount>>;
  /** What should be looked at: actions that were always reverted, functions that cannot be called. */
  readonly warnings: readonly string[];
}

type Progress = Pick<Campaign, 'sequences' | 'calls' | 'reverted' | 'places' | 'corpus'>;

const numbersText = ({ calls, reverted, places, corpus }: Progress): string =>
  `${groupedDigits(calls)} calls (${groupedDigits(reverted)} reverted), ${groupedDigits(places)} places, ${corpus.length} kept`;

/** How far a campaign is, on one line. */
export const progressLine = (name: string, progress: Progress, runs: number, shrinking?: Shrinking): string =>
  `${name}: ${progress.sequences}/${runs} sequences, ${numbersText(progress)}${shrinking ? `; a failure is made smaller: ${shrinking.steps} steps after ${shrinking.runs} runs` : ''}`;

/** What a campaign did, on one line. */
export const summaryLine = (name: string, campaign: Campaign): string =>
  `${name}: ${campaign.found ? 'fails' : 'holds'} (${campaign.sequences} sequences, ${numbersText(campaign)})`;

/** The tests of this process by the files of their reports. */
const owners = new Map<string, string>();

/** Notes that a file is for the report of a test. Throws a TypeError if another test would be overwritten. */
export function claimReport(path: string, name: string): void {
  const owner = owners.get(path) ?? name;
  if (owner !== name)
    throw new TypeError(`report: '${path}' has the report of '${owner}' already. Give '${name}' a file of its own.`);
  owners.set(path, name);
}

/** Writes a report to a file: JSON, or a page if the file ends with `.html`. `failure` is the text of what was found. */
export async function writeReport(path: string, report: InvariantReport, failure: string | undefined): Promise<void> {
  const text = path.endsWith('.html')
    ? pageOf(report, failure)
    : `${JSON.stringify({ ...report, failure }, undefined, 2)}\n`;
  await writeTextFile(path, text);
}

/** The report as one page that needs nothing else. */
function pageOf(
  { name, seed, sequences, calls, reverted, places, corpus, gas, actions, warnings }: InvariantReport,
  failure: string | undefined,
): string {
  const rows = Object.entries(actions).map(
    ([action, { calls, reverted, reason = '' }]) =>
      `<tr><td>${escapeHtml(action)}<td class="n">${groupedDigits(calls)}<td class="n ${reverted === calls ? 'poor' : ''}">${groupedDigits(reverted)}<td>${escapeHtml(reason)}</tr>`,
  );
  const totals = [
    [sequences, 'sequences'],
    [calls, 'calls'],
    [reverted, 'reverted'],
    [places, 'places in the code'],
    [corpus, 'sequences kept'],
    ...(gas ? [[gas.before, 'L2 gas before'] as const, [gas.after, 'after the upgrade'] as const] : []),
  ] as const;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(name)}: ${failure === undefined ? 'holds' : 'fails'}</title>
<style>${STYLE}pre{white-space:pre-wrap}</style>
<h1>${escapeHtml(name)}</h1>
<p class="total"><span class="${failure === undefined ? 'good' : 'poor'}"><b>${failure === undefined ? 'holds' : 'fails'}</b></span> ${totals.map(([count, what]) => `<span><b>${groupedDigits(count)}</b> ${what}</span>`).join(' ')} <span>seed <b>${seed}</b></span></p>
${failure === undefined ? '' : `<h2>What breaks it</h2><pre class="source">${escapeHtml(failure)}</pre>`}
<h2>Actions</h2>
<table class="files"><thead><tr><th>Action<th class="n">Calls<th class="n">Reverted<th>Mostly because</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
${warnings.map((warning) => `<p class="note">${escapeHtml(warning)}</p>`).join('\n')}
</html>
`;
}
