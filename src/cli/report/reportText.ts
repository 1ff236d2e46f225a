import type { Json } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';

/** What a report contains. */
export interface Report {
  readonly versions: Json;
  readonly machine: Json;
  /** The options of the environment and of the configuration file here. */
  readonly options_here: Json;
  /** Where the chain comes from: a node or a file; null without one. */
  readonly source: Json;
  /** The options in force and the state of the chain, and the last transactions that failed. */
  readonly chain: Json;
  /** The requests that changed the chain, or why they are not here. */
  readonly journal: readonly Json[] | string;
}

/** A report as text: the facts first, then each request of the journal in a line of its own. */
export function reportText({ journal, ...facts }: Report): string {
  const head = JSON.stringify({ starbox_report: 1, ...facts }, null, 2).replace(/\n\}$/, '');
  const requests =
    typeof journal === 'string'
      ? JSON.stringify(journal)
      : `[\n${journal.map((entry) => `    ${writeJson(entry)}`).join(',\n')}\n  ]`;
  return `${head},\n  "journal": ${requests}\n}\n`;
}
