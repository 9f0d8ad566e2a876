import type { IncomingHttpHeaders } from 'node:http';
import { headerText } from '../../judge/header-text.ts';

/** Names of CloudEvents attributes have only lower-case letters and digits. */
const ATTRIBUTE = /^ce-([a-z0-9]{1,64})$/;

/**
 * Converts the attributes of a CloudEvent in HTTP's binary mode, `ce-id`, to Kafka's, `ce_id`. Values are unquoted and
 * percent-decoded once; invalid encodings stay unchanged. Bytes that are not UTF-8 are Latin-1.
 */
export function attributesOf(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const [, attribute] = ATTRIBUTE.exec(name) ?? [];
    if (attribute !== undefined && value !== undefined) found[`ce_${attribute}`] = decode([value].flat().join(', '));
  }
  return found;
}

/** Node decodes header bytes as Latin-1. */
const decode = (value: string): string =>
  unquote(headerText(Buffer.from(value, 'latin1'))).replaceAll(/(?:%[0-9a-f]{2})+/gi, decodeRun);

const unquote = (value: string): string =>
  /^".*"$/.test(value) && value.length > 1 ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
