import type { KafkaMessage } from '@portico/kafka';
import { readValue } from '../body/split.ts';
import { type Stamp, stamp } from '../body/stamp.ts';

/** Adds missing ids of the integration and organization to an event, as for events over HTTP. Any other value stays unchanged. */
export function stampedValue({ value, headers = {} }: Pick<KafkaMessage, 'value' | 'headers'>, fields: Stamp) {
  if (value === null) return value;
  const read = readValue(value);
  if ('bytes' in read) return value;
  const text = stamp(read.text, read.json, headers, fields);
  return text === read.text ? value : Buffer.from(text);
}
