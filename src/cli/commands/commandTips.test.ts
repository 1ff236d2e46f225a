import { expect, test } from 'vitest';
import { topicText } from '../options/help.ts';
import { isCommand } from './commands.ts';
import { commandTip, elsewhere } from './commandTips.ts';

test.each(Object.entries(elsewhere))('the tip for %s names commands and pages that exist', (word, tip) => {
  expect(isCommand(word)).toBe(false);
  expect(commandTip(word)).toContain(`\n\n  tip: ${tip}\n\n  commands: `);
  const programs = [...tip.matchAll(/'starbox(?: ([^']*))?'/g)];
  expect(programs.length).toBeGreaterThan(0);
  for (const [, line] of programs) {
    if (line === undefined || line.startsWith('--')) continue;
    const [command, topic] = line.split(' ');
    expect(isCommand(command)).toBe(true);
    if (command === 'help') expect(topicText(topic!)).toContain(`${topic}.md`);
  }
});
