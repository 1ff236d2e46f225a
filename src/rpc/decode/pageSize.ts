import { countUpTo } from './wholeNumber.ts';

/** How many rows a page of a list has. */
export const pageSize = countUpTo('pageRows');

/** The rows of a page if the request does not say. */
export const usualPage = 20;
