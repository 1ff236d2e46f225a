import { expect, test } from 'vitest';
import { ForkTrail, readTrail, writeTrail } from './forkTrail.ts';

test('requests carry the id of the fork, and those of the forks that wait for it, the newest first', () => {
  const trail = new ForkTrail();
  const [a, b] = [new ForkTrail().id, new ForkTrail().id];
  const leave = [trail.enter([a]), trail.enter([b]), trail.enter([a])];
  expect(trail.ids).toEqual([trail.id, a, b]);
  leave[0]!();
  leave[1]!();
  expect(trail.ids).toEqual([trail.id, a]);
  leave[2]!();
  expect(trail.ids).toEqual([trail.id]);
});

test('the text of a trail is read back; what is no id in it, or too much, is left out', () => {
  const ids = Array.from({ length: 200 }, () => new ForkTrail().id);
  expect(readTrail(writeTrail(ids.slice(0, 3)))).toEqual(ids.slice(0, 3));
  expect(readTrail(`x, ${ids[0]},${ids[0]} ,"${ids[1]}"`)).toEqual([ids[0]]);
  expect(readTrail('')).toEqual([]);
  const trail = new ForkTrail();
  trail.enter(ids);
  expect(trail.ids).toEqual([trail.id, ...ids.reverse().slice(0, 127)]);
  expect(readTrail(writeTrail(ids))).toHaveLength(128);
});
