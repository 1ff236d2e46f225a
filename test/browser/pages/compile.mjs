// A page that only compiles a Sierra class.
import { compileSierra } from 'starbox/sierra';
import { show } from './show.mjs';

show(async () => {
  const sierra = await (await fetch('/erc20.sierra.json')).json();
  const { classHash, compiledClassHash } = compileSierra(sierra);
  return { classHash, compiledClassHash };
});
