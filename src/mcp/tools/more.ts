import { integer, text } from '../input.ts';
import { tool } from '../tool.ts';

/** A later page of a long answer. */
export const more = tool({
  name: 'more',
  description: 'The next page of a long answer, by the handle that the answer gave.',
  input: {
    handle: text('The handle that the answer gave, such as m3.', 20),
    page: integer('Which page.', 1, 1000),
  },
  run: async (bench, { handle, page }) => bench.answers.page(handle, page),
});
