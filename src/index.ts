export { compileSierra } from './sierra/index.ts';
