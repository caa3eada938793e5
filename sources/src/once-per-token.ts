/** A refresh token renews once: whoever comes while it is being renewed waits for the same result. */
export function oncePerToken<Visit, T>(
  renew: (token: string, visit: Visit) => Promise<T>,
): (token: string, visit: Visit) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (token, visit) => {
    const already = underWay.get(token);
    if (already) return already;
    const work = renew(token, visit).finally(() => underWay.delete(token));
    underWay.set(token, work);
    return work;
  };
}
