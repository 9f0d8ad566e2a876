/** A token, and its expiry in milliseconds since 1970. */
export type BearerToken = { value: string; endsAt: number };

/** Milliseconds before expiry at which a token is renewed, because connections authenticate again some seconds before expiry. */
const MARGIN = 30_000;

/**
 * Returns a function that returns a token for each new connection. A token is renewed when a fifth of its lifetime or {@link MARGIN}
 * is left, whichever is more, but not before half of its lifetime has passed. Concurrent connections share one request.
 */
export function bearerTokens(request: () => Promise<BearerToken>, now = Date.now): () => Promise<{ value: string }> {
  let token: BearerToken | null = null;
  let usableUntil = 0;
  let pending: Promise<BearerToken> | null = null;
  const renew = async (): Promise<BearerToken> => {
    const askedAt = now();
    token = await request();
    const life = token.endsAt - askedAt;
    usableUntil = token.endsAt - Math.min(life / 2, Math.max(life / 5, MARGIN));
    return token;
  };
  return async () => {
    if (token !== null && now() < usableUntil) return { value: token.value };
    pending ??= renew().finally(() => (pending = null));
    const { value } = await pending;
    return { value };
  };
}
