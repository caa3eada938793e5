// Apart from the calls, because every page of the web app needs the paths and few need the calls.

/** The page of an invitation; the token follows after `#`. */
export const joinPath = '/join';

/** The page of a share link; the secret follows after `#`. */
export const sharePath = '/s';
