/** The most elements of an array that can be shown. It has a file of its own, since conditions are checked without what reads values. */
export const MAX_ELEMENTS = 1000;
