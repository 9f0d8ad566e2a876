import { identityOf, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import { isSenderProven, type Position } from '@portico/contracts/events/position';
import type { EventRow } from '@portico/contracts/http/events';
import { redact } from '@portico/contracts/privacy/redact';
import type { Redaction } from '@portico/contracts/privacy/rules';
import { type Derived, NO_DERIVED } from '@portico/contracts/query/fields';
import { detailsTerms } from '../text/detail-terms.ts';
import { type IdentityHash, identityHash } from '../text/identity-hash.ts';
import { rowText } from '../text/row-text.ts';
import { searchText } from '../text/search-text.ts';

/** Current names of the integration and organization; null for unknown ids. */
type Names = {
  integrationName: (id: number) => EventRow['integration'];
  organizationName: (id: number) => EventRow['organization'];
};

/** An accepted event with its position. The store and live viewers share the object. */
export class AcceptedEvent {
  readonly ok = true;
  private folded: string | null = null;
  private terms: readonly string[] | null = null;
  private hash: IdentityHash | null = null;
  /** JSON texts by redaction; the key null is the text without redaction. Null until the first viewer needs a text. */
  private texts: Map<Redaction | null, string> | null = null;
  private integration: EventRow['integration'] | null = null;
  private organization: EventRow['organization'] | null = null;

  constructor(
    /** `timestamp` is in UTC with milliseconds; `details` is the parsed value. */
    readonly event: IntegrationEvent,
    readonly position: Position,
    /** Milliseconds since 1970, by Kafka's clock. */
    readonly publishedAt: number,
    /** Size of the published value in bytes. */
    readonly bytes: number,
    /** JSON text of the details as published. */
    readonly details: string,
    readonly derived: Derived = NO_DERIVED,
    /** The position at which the event is or will be stored. A duplicate arrives at a different position. */
    readonly storedAt: Position = position,
    /** False if the event's timestamp is its arrival time. A duplicate of the event then has a different timestamp. */
    readonly hasOwnTime = true,
    /** The event's `timestamp` in milliseconds since 1970. */
    readonly moment = Date.parse(event.timestamp),
  ) {}

  get senderProven(): boolean {
    return isSenderProven(this.position);
  }

  /** Hash of the event's identity, computed lazily. */
  get identityHash(): IdentityHash {
    this.hash ??= identityHash(identityOf(this.event));
    return this.hash;
  }

  /** Folded text of the event, computed once when the first viewer searches. */
  get searchText(): string {
    this.folded ??= searchText(this.event);
    return this.folded;
  }

  get detailsTerms(): readonly string[] {
    this.terms ??= detailsTerms(this.event.details);
    return this.terms;
  }

  /** The row as an `EventRow` in JSON with current names; serialized once for all viewers with the same redaction. */
  toText(names: Names, redaction: Redaction | null = null): string {
    const integration = names.integrationName(this.event.source_id);
    const organization = names.organizationName(this.event.organization_id);
    if (this.integration !== integration || this.organization !== organization) {
      this.integration = integration;
      this.organization = organization;
      this.texts = null;
    }
    const known = this.texts?.get(redaction);
    if (known !== undefined) return known;
    const { details, hidden } = redaction ? redact(this.details, redaction) : { details: this.details, hidden: [] };
    const { details: _, ...event } = this.event;
    const row: Omit<EventRow, 'details'> = {
      ...event,
      ...this.derived,
      integration,
      organization,
      position: this.position,
      sender_proven: this.senderProven,
      published_at: new Date(this.publishedAt).toISOString(),
      stored_at: null,
      ...(hidden.length > 0 && { hidden }),
    };
    const text = rowText(row, details);
    (this.texts ??= new Map()).set(redaction, text);
    return text;
  }
}
