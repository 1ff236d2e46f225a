import type { LoadTools } from './tools.ts';

/** Loads the tools from their own files. Pages are built without it. */
export const loadTools: LoadTools = async () => (await import('./allTools.ts')).allTools;
