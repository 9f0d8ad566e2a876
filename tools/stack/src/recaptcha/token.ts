import { randomUUID } from 'node:crypto';

/** Milliseconds for which a token can be verified, as with Google. */
export const TOKEN_MS = 2 * 60_000;
/** The score of tokens from the browser script. It means that the visitor is certainly a person. */
export const SCORE_OF_A_PERSON = 0.9;

const TOKEN = /^local\.(0|1|0\.\d)\.(\d+)\.([\da-f-]{36})$/;

/** Creates a token like the browser script. `score` is from 0 to 1 in steps of 0.1. `ageMs` is the token's age. */
export const recaptchaToken = ({ score = SCORE_OF_A_PERSON, ageMs = 0 } = {}): string =>
  `local.${score}.${Date.now() - ageMs}.${randomUUID()}`;

export const readToken = (token: string): { score: number; issuedAt: number; id: string } | undefined => {
  const [, score, issuedAt, id] = TOKEN.exec(token) ?? [];
  return id === undefined ? undefined : { score: Number(score), issuedAt: Number(issuedAt), id };
};
