import { expect, test } from 'vitest';
import { Log } from './log.ts';

test('lines that nobody takes are counted, and their number is told as soon as lines are taken again', () => {
  for (const format of ['text', 'json'] as const) {
    let isTaken = true;
    const written: string[] = [];
    const log = new Log({
      format,
      level: 'info',
      bodies: { request: false, response: false },
      output: (text) => isTaken && written.push(...text.trimEnd().split('\n')) > 0,
    });
    const write = (...texts: string[]) => {
      for (const text of texts) log.write('info', 'test', text);
      log.flush();
    };
    write('one');
    isTaken = false;
    write('two', 'three');
    write('four');
    isTaken = true;
    write('five');
    write('six');
    expect(written).toHaveLength(4);
    expect(written[1]).toContain('3 log lines were dropped');
    expect(written[3]).toContain('six');
    if (format === 'json') for (const line of written) JSON.parse(line);
  }
});
