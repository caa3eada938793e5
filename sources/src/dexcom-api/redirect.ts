/**
 * What Dexcom's sign-in page sent the browser back with. `forged`: the state is not the one that was handed out,
 * so somebody else began this sign-in; `refused`: the wearer said no.
 */
export function codeIn(query: URLSearchParams, state: string): { code: string } | 'refused' | 'forged' {
  if (query.get('state') !== state) return 'forged';
  const code = query.get('code');
  return code ? { code } : 'refused';
}
