import { randomUUID } from 'node:crypto';

/** How long a token can be verified, as at Google. */
export const TOKEN_MS = 2 * 60_000;
/** What the browser's script asks for: a person, without doubt. */
export const SCORE_OF_A_PERSON = 0.9;

const TOKEN = /^local\.(0|1|0\.\d)\.(\d+)\.([\da-f-]{36})$/;

/** A token as the script makes it, of any score from 0 to 1 in tenths; `ageMs` makes an old one. */
export const recaptchaToken = ({ score = SCORE_OF_A_PERSON, ageMs = 0 } = {}): string =>
  `local.${score}.${Date.now() - ageMs}.${randomUUID()}`;

/** What a token says; undefined when it is none. */
export const readToken = (token: string): { score: number; issuedAt: number; id: string } | undefined => {
  const [, score, issuedAt, id] = TOKEN.exec(token) ?? [];
  return id === undefined ? undefined : { score: Number(score), issuedAt: Number(issuedAt), id };
};
