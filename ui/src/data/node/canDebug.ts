/** Whether the node of the page has a debugger: the playground, which runs in the page, has none. */
export const CAN_DEBUG = import.meta.env.MODE !== 'playground';
