import { oncePerToken } from '../once-per-token.ts';
import type { Visit } from '../source.ts';
import { SourceError } from '../trouble.ts';
import { type ApiHost, askApi } from './ask-api.ts';
import { type Client, type Tokens, trade } from './tokens.ts';

/** Asks for one path below the wearer's own data. Throws `SourceError`. */
export type AskSelf = (path: string) => Promise<unknown>;

const RENEW_BEFORE_MS = 5 * 60_000;

/** Opens a wearer's data for a visit; tokens are renewed on the way when they end. */
export function doorOf(host: ApiHost, client: Client): (tokens: Tokens, visit: Visit<Tokens>) => AskSelf {
  const renew = oncePerToken(async (spent: string, visit: Visit<Tokens>) => {
    const form = { refresh_token: spent, grant_type: 'refresh_token' };
    const fresh = await trade(host, { client, form }, visit);
    // The old refresh token is spent from here on: what is not kept now is lost.
    await visit.keep(fresh);
    return fresh;
  });
  return (tokens, visit) => {
    let current = tokens;
    let renewed = false;
    const ask = (path: string) =>
      askApi(
        { url: `${host}/v3/users/self/${path}` },
        { authorization: `Bearer ${current.accessToken}` },
        visit,
      );
    const renewOnce = async () => {
      current = await renew(current.refreshToken, visit);
      renewed = true;
    };
    return async (path) => {
      if (!renewed && current.accessEndsAt - visit.now() < RENEW_BEFORE_MS) await renewOnce();
      const answer = await ask(path);
      if (answer.status !== 401 || renewed) return admitted(answer);
      // Refused before its time: renewed once, asked once more.
      await renewOnce();
      return admitted(await ask(path));
    };
  };
}

/** Decided by status alone: nobody has seen the bodies of these refusals. */
function admitted({ status, json }: { status: number; json: unknown }): unknown {
  if (status === 401 || status === 403)
    throw new SourceError('dexcom-api', 'wrong-login', { cause: `status ${status}` });
  if (status >= 400) throw new SourceError('dexcom-api', 'unreadable', { cause: `status ${status}` });
  return json;
}
