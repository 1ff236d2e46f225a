import { type Exchange, runExamples } from './runExamples.ts';
import { shortJson } from './shortJson.ts';

const block = (value: unknown): string => `\`\`\`json\n${shortJson(value)}\n\`\`\``;

function exchangeText({ kind, params, answer, notification }: Exchange): string {
  const parts: [string, unknown][] = [];
  if (params !== undefined) parts.push([kind === 'error' ? 'Parameters that fail' : 'Example of parameters', params]);
  parts.push([kind === 'error' ? 'Their error' : 'Example of the result', answer]);
  if (notification !== undefined) parts.push(['Its first notification', notification]);
  return parts.map(([title, value]) => `${title}:\n\n${block(value)}`).join('\n\n');
}

/** The examples of every method with the answers of a node, as Markdown, by the method's name in the starknet dialect. */
export async function exampleTexts(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [method, exchanges] of await runExamples()) texts.set(method, exchanges.map(exchangeText).join('\n\n'));
  return texts;
}
