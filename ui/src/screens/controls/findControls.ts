import type { MethodEntry } from '../../data/methods/methodEntry.ts';

/** Words that people type, and the words that names and summaries of methods have for them. */
const SYNONYMS: Readonly<Record<string, string>> = {
  automatic: 'blockmode',
  automine: 'blockmode',
  instant: 'blockmode',
  balance: 'mint',
  faucet: 'mint',
  fund: 'mint',
  fee: 'gas price',
  cost: 'gas price',
  interval: 'blockmode',
  checkpoint: 'snapshot',
  undo: 'revert',
  rewind: 'restore',
  reset: 'restart',
  travel: 'time',
  warp: 'time',
  clock: 'time',
  future: 'time',
  prank: 'impersonate',
  pretend: 'impersonate',
  stub: 'mock',
  queue: 'mempool',
  bridge: 'l1',
  reorg: 'reorganise',
  upgrade: 'class',
  edit: 'set',
};

/** Shorter beginnings of a word mean too much. */
const LEAST_CHARS = 3;

/** The methods that have all words of a text, or what they mean, in their names or summaries. */
export function findControls(controls: readonly MethodEntry[], text: string): readonly MethodEntry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean).map(meanings);
  return controls.filter(({ name, summary }) => {
    const searched = `${name} ${summary}`.toLowerCase();
    return wanted.every((words) => words.some((word) => searched.includes(word)));
  });
}

/** A word, and what stands for the words that begin with it; `fees` is `fee` too, but `gas` is no plural. */
function meanings(word: string): readonly string[] {
  if (word.length < LEAST_CHARS) return [word];
  const singular = word.length > LEAST_CHARS ? word.replace(/s$/, '') : word;
  const synonyms = Object.entries(SYNONYMS).flatMap(([typed, meant]) => (typed.startsWith(singular) ? [meant] : []));
  return [singular, ...synonyms];
}
