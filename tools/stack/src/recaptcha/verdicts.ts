import { readToken, TOKEN_MS } from './token.ts';

export type Verdict = { success: boolean; score?: number; challenge_ts?: string; 'error-codes'?: string[] };

const refused = (code: string): Verdict => ({ success: false, 'error-codes': [code] });

/** Verifies tokens like Google's siteverify. A token is valid once, for two minutes, and for callers with the secret. */
export const createVerdicts = (secret: string): ((form: URLSearchParams) => Verdict) => {
  const judged = new Map<string, number>();

  return (form) => {
    const now = Date.now();
    for (const [id, until] of judged) if (until < now) judged.delete(id);
    if (!form.has('secret')) return refused('missing-input-secret');
    if (form.get('secret') !== secret) return refused('invalid-input-secret');
    const text = form.get('response');
    if (!text) return refused('missing-input-response');
    const token = readToken(text);
    if (!token) return refused('invalid-input-response');
    const { score, issuedAt, id } = token;
    if (judged.has(id) || issuedAt + TOKEN_MS < now) return refused('timeout-or-duplicate');
    judged.set(id, issuedAt + TOKEN_MS);
    return { success: true, score, challenge_ts: new Date(issuedAt).toISOString() };
  };
};
