import { fold } from '@portico/contracts/common/fold';
import { RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import type { Positions } from '@portico/contracts/events/position';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { AcceptedEvent } from '../judge/accepted-event.ts';

const COLUMN_BYTES = 4 + 8 + 8 + 8 + 4 + 4 + 4 + 4 + 1;
/** Offset of the derived fields' lengths in a row's bytes: after the lengths of id, type and name, before the trace id and the texts. */
const DERIVED_AT = 5;
const TRACE_AT = DERIVED_AT + 2 * DERIVED_FIELDS.length;
const TRACE_BYTES = 16;
const TEXTS_AT = TRACE_AT + TRACE_BYTES;
/** Maximum bytes of a UTF-16 unit in UTF-8. */
const UTF8_BYTES = 3;

/** Position of the severity's index in the bits of `flags`. The bit below is the index of the result. */
const SEVERITY_SHIFT = 1;

/** Rows in order of arrival, as columns of numbers and as bytes, without an object per row or references to Kafka's response buffers. */
export class RowBlock {
  /** The last offset of each partition in this block. */
  readonly furthest = new Map<number, number>();
  readonly partition: Int32Array;
  readonly offset: Float64Array;
  /** The event's own time in milliseconds since 1970. */
  readonly happenedAt: Float64Array;
  readonly organization: Int32Array;
  readonly source: Int32Array;
  private readonly publishedAt: Float64Array;
  /** Bytes of the published value. */
  private readonly valueBytes: Uint32Array;
  private readonly start: Uint32Array;
  private readonly flags: Uint8Array;
  private readonly texts: Buffer;
  private used = 0;
  private rows = 0;

  constructor(
    private readonly capacity: number,
    bytes: number,
  ) {
    this.partition = new Int32Array(capacity);
    this.offset = new Float64Array(capacity);
    this.happenedAt = new Float64Array(capacity);
    this.organization = new Int32Array(capacity);
    this.source = new Int32Array(capacity);
    this.publishedAt = new Float64Array(capacity);
    this.valueBytes = new Uint32Array(capacity);
    this.start = new Uint32Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.texts = Buffer.allocUnsafeSlow(bytes);
  }

  /** Bytes of a row's texts, with their lengths and the trace id. */
  static sizeOf({ event, details, derived }: AcceptedEvent): number {
    const { id, source_type, event_name } = event;
    return [id, source_type, event_name, ...Object.values(derived), details].reduce(
      (sum, text) => sum + Buffer.byteLength(text),
      TEXTS_AT,
    );
  }

  get size(): number {
    return this.rows;
  }

  /** Allocated bytes, including unused ones. */
  get bytes(): number {
    return this.capacity * COLUMN_BYTES + this.texts.length;
  }

  hasRoomFor(row: AcceptedEvent): boolean {
    if (this.rows === this.capacity) return false;
    const room = this.texts.length - this.used;
    const { id, source_type, event_name } = row.event;
    let units = id.length + source_type.length + event_name.length + row.details.length;
    for (const name of DERIVED_FIELDS) units += row.derived[name].length;
    // Counts the exact bytes only if the estimate exceeds the room.
    return TEXTS_AT + UTF8_BYTES * units <= room || RowBlock.sizeOf(row) <= room;
  }

  /** Adds a row. The caller must check {@link hasRoomFor} first. */
  add({ event, position, publishedAt, bytes, details, derived }: AcceptedEvent): void {
    const { partition, offset } = position;
    const row = this.rows++;
    this.partition[row] = partition;
    this.offset[row] = offset;
    this.happenedAt[row] = Date.parse(event.timestamp);
    this.organization[row] = event.organization_id;
    this.source[row] = event.source_id;
    this.publishedAt[row] = publishedAt;
    this.valueBytes[row] = bytes;
    this.start[row] = this.used;
    this.flags[row] = RESULTS.indexOf(event.result) | (SEVERITIES.indexOf(event.severity_text) << SEVERITY_SHIFT);
    if (offset > (this.furthest.get(partition) ?? -1)) this.furthest.set(partition, offset);
    const { texts, used } = this;
    texts.write(event.trace_id, used + TRACE_AT, TRACE_BYTES, 'hex');
    let at = used + TEXTS_AT;
    const id = texts.write(event.id, at);
    const type = texts.write(event.source_type, (at += id));
    const name = texts.write(event.event_name, (at += type));
    at += name;
    texts.writeUInt16LE(id, used);
    texts.writeUInt8(type, used + 2);
    texts.writeUInt16LE(name, used + 3);
    for (const [index, field] of DERIVED_FIELDS.entries()) {
      const length = texts.write(derived[field], at);
      texts.writeUInt16LE(length, used + DERIVED_AT + 2 * index);
      at += length;
    }
    this.used = at + texts.write(details, at);
  }

  /** Whether any row of this block may have arrived after `cursor`. */
  reachesBeyond(cursor: Positions): boolean {
    for (const [partition, offset] of this.furthest) if (offset > (cursor.get(partition) ?? -1)) return true;
    return false;
  }

  resultOf(row: number): (typeof RESULTS)[number] {
    return RESULTS[(this.flags[row] ?? 0) & 1] ?? 'FAILURE';
  }

  severityOf(row: number): (typeof SEVERITIES)[number] {
    return SEVERITIES[(this.flags[row] ?? 0) >> SEVERITY_SHIFT] ?? 'FATAL';
  }

  /** Returns false if no text of the row contains the case-folded `needle`. Returns true for texts with a backslash. */
  mayContain(row: number, needle: string): boolean {
    const start = this.start[row] ?? 0;
    const traceEnd = start + TEXTS_AT;
    // Searches each text separately, because the end of one text and the beginning of the next could form a composed letter.
    let at = traceEnd + this.texts.readUInt16LE(start);
    const typeEnd = at + this.texts.readUInt8(start + 2);
    const nameEnd = typeEnd + this.texts.readUInt16LE(start + 3);
    for (const end of [typeEnd, nameEnd, this.endOf(row)]) {
      const text = this.texts.toString('utf8', at, end);
      if (text.includes('\\') || fold(text).includes(needle)) return true;
      at = end;
    }
    return fold(this.texts.toString('hex', start + TRACE_AT, traceEnd)).includes(needle);
  }

  read(row: number): AcceptedEvent {
    const { texts } = this;
    const start = this.start[row] ?? 0;
    const idEnd = start + TEXTS_AT + texts.readUInt16LE(start);
    const typeEnd = idEnd + texts.readUInt8(start + 2);
    const nameEnd = typeEnd + texts.readUInt16LE(start + 3);
    let at = nameEnd;
    const derived = forFields(DERIVED_FIELDS, (field) => {
      const end = at + texts.readUInt16LE(start + DERIVED_AT + 2 * DERIVED_FIELDS.indexOf(field));
      const text = texts.toString('utf8', at, end);
      at = end;
      return text;
    });
    const details = texts.toString('utf8', at, this.endOf(row));
    // The details of accepted events have this type.
    const parsed: AcceptedEvent['event']['details'] = JSON.parse(details);
    const event = {
      id: texts.toString('utf8', start + TEXTS_AT, idEnd),
      source_id: this.source[row] ?? 0,
      organization_id: this.organization[row] ?? 0,
      source_type: texts.toString('utf8', idEnd, typeEnd),
      event_name: texts.toString('utf8', typeEnd, nameEnd),
      timestamp: new Date(this.happenedAt[row] ?? 0).toISOString(),
      result: this.resultOf(row),
      severity_text: this.severityOf(row),
      trace_id: texts.toString('hex', start + TRACE_AT, start + TEXTS_AT),
      details: parsed,
    };
    const position = { partition: this.partition[row] ?? 0, offset: this.offset[row] ?? 0 };
    return new AcceptedEvent(event, position, this.publishedAt[row] ?? 0, this.valueBytes[row] ?? 0, details, derived);
  }

  private endOf(row: number): number {
    return row + 1 < this.rows ? (this.start[row + 1] ?? 0) : this.used;
  }
}
