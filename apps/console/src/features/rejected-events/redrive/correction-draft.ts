import { MAX_OPERATIONS, NewCorrection, type RedriveCorrection } from '@portico/contracts/http/redrives';

export type DraftKind = 'map' | 'set' | 'remove' | 'patch' | 'asIs';

/** The fields of the form, as typed. `pairs` has one pair per line, such as `old = new`. */
export type Draft = {
  kind: DraftKind;
  pointer: string;
  value: string;
  pairs: string;
  otherwise: string;
  patch: string;
};

/** The value of JSON text, or the text itself if it is not JSON. */
const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const pairOf = (line: string): [string, unknown] | null => {
  const at = line.indexOf('=');
  return at < 0 ? null : [line.slice(0, at).trim(), valueOf(line.slice(at + 1).trim())];
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

const asSent = ({ kind, pointer, value, pairs, otherwise, patch }: Draft): unknown => {
  switch (kind) {
    case 'set':
      return [{ op: 'add', path: pointer, value: valueOf(value) }];
    case 'asIs':
      return [];
    case 'remove':
      return [{ op: 'remove', path: pointer }];
    case 'map':
      return {
        pointer,
        values: Object.fromEntries(linesOf(pairs).flatMap((line) => [pairOf(line)].filter((pair) => pair !== null))),
        ...(otherwise.trim() !== '' && { otherwise: valueOf(otherwise.trim()) }),
      };
    default:
      return valueOf(patch);
  }
};

type ReadDraft = { ok: true; correction: RedriveCorrection } | { ok: false; message: string };

const fault = (message: string): ReadDraft => ({ ok: false, message });

/** Parses the form to a correction, or returns an error message. */
export const readDraft = (draft: Draft): ReadDraft => {
  const { kind, pairs, otherwise } = draft;
  if (kind === 'map') {
    const wrong = linesOf(pairs).find((line) => pairOf(line) === null);
    if (wrong !== undefined) return fault(`Write each pair as old = new, not ${wrong.trim()}`);
    if (linesOf(pairs).length === 0 && otherwise.trim() === '') return fault('Enter at least one pair');
  }
  const { data, error } = NewCorrection.safeParse(asSent(draft));
  if (data !== undefined) return { ok: true, correction: data };
  const { issues } = error;
  if (kind === 'patch')
    return fault(
      issues[0]?.code === 'custom'
        ? issues[0].message
        : `Enter a JSON Patch: a list of at most ${MAX_OPERATIONS} operations, like [{"op": "remove", "path": "/result"}]`,
    );
  return fault(
    issues[0]?.message.includes('should')
      ? `The field ${issues[0].message}`
      : 'A value is a text of at most 32,768 characters, a number below 2^53, true, false or null',
  );
};
