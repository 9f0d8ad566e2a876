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

/** The names that integrations and organizations have now. Null where no integration or organization has the id. */
export type Names = {
  integrationName: (id: number) => EventRow['integration'];
  organizationName: (id: number) => EventRow['organization'];
};

/** An accepted event and where it arrived: the same object for who stores it and for who shows it live. */
export class AcceptedEvent {
  readonly ok = true;
  private folded: string | null = null;
  private terms: readonly string[] | null = null;
  private hash: IdentityHash | null = null;
  /** By what is hidden in it: null of nothing. */
  private readonly texts = new Map<Redaction | null, string>();
  private integration: EventRow['integration'] | null = null;
  private organization: EventRow['organization'] | null = null;

  constructor(
    /** Its `timestamp` is in UTC with milliseconds; `details` is what JavaScript reads in their text. */
    readonly event: IntegrationEvent,
    readonly position: Position,
    /** Milliseconds since 1970, Kafka's own clock. */
    readonly publishedAt: number,
    /** Of the value as it was published. */
    readonly bytes: number,
    /** JSON text, as it was published. */
    readonly details: string,
    readonly derived: Derived = NO_DERIVED,
    /** Where it is stored, or will be: a repetition of a stored event arrives elsewhere. */
    readonly storedAt: Position = position,
    /** False when its timestamp is that of its arrival: a repetition has another one. */
    readonly hasOwnTime = true,
  ) {}

  get senderProven(): boolean {
    return isSenderProven(this.position);
  }

  /** Computed at the first use. */
  get identityHash(): IdentityHash {
    this.hash ??= identityHash(identityOf(this.event));
    return this.hash;
  }

  /** Folded. Made when the first viewer searches, once for all of them. */
  get searchText(): string {
    this.folded ??= searchText(this.event);
    return this.folded;
  }

  get detailsTerms(): readonly string[] {
    this.terms ??= detailsTerms(this.event.details);
    return this.terms;
  }

  /** The row as viewers see it, an `EventRow` as JSON with the names of now; written once for all from whom the same is hidden. */
  toText(names: Names, redaction: Redaction | null = null): string {
    const integration = names.integrationName(this.event.source_id);
    const organization = names.organizationName(this.event.organization_id);
    if (this.integration !== integration || this.organization !== organization) {
      this.integration = integration;
      this.organization = organization;
      this.texts.clear();
    }
    const known = this.texts.get(redaction);
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
    this.texts.set(redaction, text);
    return text;
  }
}
