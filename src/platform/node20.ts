/** Whether this is Node 20, whose V8 lacks what later ones have. Code that asks this can go when Node 20 does; its support ended in April 2026. */
export const isNode20 = process.versions.node.startsWith('20.');
