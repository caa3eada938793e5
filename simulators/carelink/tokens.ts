import { createHmac, randomBytes } from 'node:crypto';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ACCESS_S = 10_800;

type Code = { until: number; challenge: string; clientId: string; redirectUri: string };

/** The vendor's tokens. They stay valid across a restart; a refresh token works once. */
export class TokenOffice {
  readonly #secret: string;
  readonly #codes = new Map<string, Code>();
  /** The newest refresh token of each sign-in; infinity for one that is over. */
  readonly #newest = new Map<string, number>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** A single-use code, valid for a minute. */
  codeFor(made: Omit<Code, 'until'>, now: number): string {
    const code = randomBytes(16).toString('base64url');
    this.#codes.set(code, { ...made, until: now + MINUTE });
    return code;
  }

  /** The sign-in of a code, once; null for a used, expired or unknown one. */
  spend(code: string, now: number): Code | null {
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    return found === undefined || found.until < now ? null : found;
  }

  /** The first tokens of a sign-in. */
  begin(username: string, now: number) {
    return this.#granted({ family: randomBytes(8).toString('hex'), turn: 1, username }, now);
  }

  /** The next tokens; null for a used refresh token, which ends the whole sign-in. */
  renew(refresh: string, username: string, now: number) {
    const [, family = '', turn = '', signature] = refresh.split('.');
    const newest = this.#newest.get(family) ?? 0;
    if (signature !== this.#sign(`${family}.${turn}`) || newest === Number.POSITIVE_INFINITY) return null;
    if (Number(turn) >= newest) return this.#granted({ family, turn: Number(turn) + 1, username }, now);
    this.#newest.set(family, Number.POSITIVE_INFINITY);
    return null;
  }

  /** Ends all sign-ins. */
  revoke(): void {
    for (const family of this.#newest.keys()) this.#newest.set(family, Number.POSITIVE_INFINITY);
  }

  takes(access: string, now: number): boolean {
    const [header, claims = '', signature] = access.split('.');
    if (signature !== this.#sign(`${header}.${claims}`)) return false;
    const { exp, jti } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const over = this.#newest.get(String(jti).split('.')[0] ?? '') === Number.POSITIVE_INFINITY;
    return !over && exp * SECOND > now;
  }

  #granted({ family, turn, username }: { family: string; turn: number; username: string }, now: number) {
    this.#newest.set(family, turn);
    const refresh = `${family}.${turn}`;
    const iat = Math.floor(now / SECOND);
    const claims = {
      iat,
      exp: iat + ACCESS_S,
      jti: refresh,
      token_details: { preferred_username: username },
    };
    const access = `${packed({ alg: 'HS256', typ: 'JWT' })}.${packed(claims)}`;
    return {
      access_token: `${access}.${this.#sign(access)}`,
      refresh_token: `v1.${refresh}.${this.#sign(refresh)}`,
      scope: 'openid profile offline_access',
      expires_in: ACCESS_S,
      token_type: 'Bearer',
    };
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}

const packed = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
