import type { Mapping, RedriveCorrection } from '@portico/contracts/http/redrives';
import { isJsonObject } from '@portico/contracts/common/json-text';
import { Inapplicable, limited, patchText } from './patch-text.ts';
import { find, tokensOf } from './pointer.ts';

const isMapping = (correction: RedriveCorrection): correction is Mapping => !Array.isArray(correction);

/**
 * Corrects a published text. Members that the correction does not change keep their text.
 * @throws Inapplicable if the text is not JSON, or the correction does not apply.
 */
export function correctText(text: string, correction: RedriveCorrection): string {
  try {
    JSON.parse(text);
  } catch {
    throw new Inapplicable('The event is not JSON');
  }
  return isMapping(correction) ? mapText(text, correction) : patchText(text, correction);
}

/**
 * Replaces the value at a pointer by the value that the mapping assigns to it. Keys of the mapping are contents of strings, and the JSON
 * text of other values.
 */
function mapText(text: string, { pointer, values, otherwise }: Mapping): string {
  const span = find(text, tokensOf(pointer));
  if (!span) {
    if (otherwise === undefined) throw new Inapplicable(`The event has no value at ${pointer}`);
    return patchText(text, [{ op: 'add', path: pointer, value: otherwise }]);
  }
  const value: unknown = JSON.parse(text.slice(span.start, span.end));
  if (Array.isArray(value) || isJsonObject(value)) throw new Inapplicable(`${pointer} has no single value`);
  const known = typeof value === 'string' ? value : text.slice(span.start, span.end);
  const mapped = Object.hasOwn(values, known) ? values[known] : otherwise;
  if (mapped === undefined || mapped === value) return text;
  return limited(text, text.slice(0, span.start) + JSON.stringify(mapped) + text.slice(span.end));
}
