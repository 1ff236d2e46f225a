/** Names that mean a device on Windows, in any folder and with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Characters that no name may have; a colon names another stream of the same file, and dots and spaces at the end are dropped. */
const ODD = /[<>:"|?*]|[. ]$/;

/** Whether Windows takes a part of a path for something else than a file or folder of that name. */
export const meansAnotherOnWindows = (name: string): boolean => DEVICE.test(name) || ODD.test(name);
