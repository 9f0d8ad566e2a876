import type { KafkaMessage } from '@portico/kafka';
import { readValue } from '../body/split.ts';
import { type Stamp, stamp } from '../body/stamp.ts';

/** The value with the ids of its integration where it names none, as over HTTP; every other value is the same bytes. */
export function stampedValue({ value, headers = {} }: Pick<KafkaMessage, 'value' | 'headers'>, fields: Stamp) {
  if (value === null) return value;
  const read = readValue(value);
  if ('bytes' in read) return value;
  const text = stamp(read.text, read.json, headers, fields);
  return text === read.text ? value : Buffer.from(text);
}
