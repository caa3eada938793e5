/** Characters. Tokens are stored; the vendors' longest (CareLink's, with its claims) have some 2000. */
export const MAX_TOKEN_LENGTH = 8192;
/** Characters of a name, an id or an address that a vendor gives and that is stored or shown. Own choice. */
export const MAX_NAME_LENGTH = 500;
