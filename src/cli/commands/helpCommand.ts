import { helpText, topicText } from '../options/help.ts';
import { UsageError } from '../options/usageError.ts';

/** `starbox help [TOPIC]`. The help of commands is their own. */
export async function helpCommand(args: readonly string[]): Promise<number> {
  const [topic, ...rest] = args;
  if (rest.length > 0) throw new UsageError(`help takes one topic, such as 'starbox help forking'`);
  const isGeneral = topic === undefined || topic === '--help' || topic === '-h';
  process.stdout.write(isGeneral ? helpText() : topicText(topic));
  return 0;
}
