/** A token, and when it ends, in milliseconds since 1970. */
export type BearerToken = { value: string; endsAt: number };

/** Milliseconds before its end at which a token is no longer used: connections sign on again some seconds early. */
const MARGIN = 30_000;

/**
 * Gives a token to every connection that signs on: the one that there is, until a fifth of its life is left or {@link MARGIN},
 * whichever is more, but at most half of it. Connections that ask at the same time wait for one request.
 */
export function bearerTokens(request: () => Promise<BearerToken>, now = Date.now): () => Promise<{ value: string }> {
  let token: BearerToken | null = null;
  let usableUntil = 0;
  let asking: Promise<BearerToken> | null = null;
  const renew = async (): Promise<BearerToken> => {
    const askedAt = now();
    token = await request();
    const life = token.endsAt - askedAt;
    usableUntil = token.endsAt - Math.min(life / 2, Math.max(life / 5, MARGIN));
    return token;
  };
  return async () => {
    if (token !== null && now() < usableUntil) return { value: token.value };
    asking ??= renew().finally(() => (asking = null));
    const { value } = await asking;
    return { value };
  };
}
