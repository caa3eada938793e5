/** Characters. Tokens are stored; the vendors' longest (CareLink's, with its claims) have some 2000. */
export const LONGEST_TOKEN = 8192;
/** Characters of a name, an id or an address that a vendor gives and that is stored or shown. Own choice. */
export const LONGEST_NAME = 500;
