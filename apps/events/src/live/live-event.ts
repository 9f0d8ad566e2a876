import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { isSenderProven, type Position } from '@portico/contracts/events/position';
import type { EventRow } from '@portico/contracts/http/events';
import type { Accepted } from '../judge/accept.ts';
import type { JudgedMessage } from '../judge/judged-message.ts';
import type { Directory } from '../directory/directory.ts';
import { detailsTerms } from '../table/searchable/detail-terms.ts';
import { searchText } from '../table/searchable/search-text.ts';
import { rowText } from '../table/row-text.ts';

/** An accepted event on its way to viewers. */
export class LiveEvent {
  private folded: string | null = null;
  private terms: readonly string[] | null = null;
  private text: string | null = null;
  private integration: string | null = null;
  private organization: string | null = null;

  constructor(
    readonly event: IntegrationEvent,
    readonly position: Position,
    /** Milliseconds since 1970, Kafka's own clock. */
    readonly publishedAt: number,
    /** Of the value as it was published. */
    readonly bytes: number,
    /** JSON text, as it was published. */
    readonly details: string,
    /** Empty when there is none. */
    readonly subject: string,
  ) {}

  static of({ position, publishedAt, message }: JudgedMessage, { event, details, subject }: Accepted): LiveEvent {
    return new LiveEvent(event, position, publishedAt, message.value?.length ?? 0, details, subject);
  }

  get senderProven(): boolean {
    return isSenderProven(this.position);
  }

  /** Made when the first viewer searches, once for all of them. */
  get searchText(): string {
    this.folded ??= searchText(this.event);
    return this.folded;
  }

  get detailsTerms(): readonly string[] {
    this.terms ??= detailsTerms(this.event.details);
    return this.terms;
  }

  /** The row as viewers see it, an `EventRow` as JSON with the names of now; written once for all of them. */
  toText(directory: Directory): string {
    const integration = directory.integrationName(this.event.source_id);
    const organization = directory.organizationName(this.event.organization_id);
    if (this.text === null || this.integration !== integration || this.organization !== organization) {
      this.integration = integration;
      this.organization = organization;
      const { details: _, ...event } = this.event;
      const row: Omit<EventRow, 'details'> = {
        ...event,
        subject: this.subject,
        integration,
        organization,
        position: this.position,
        sender_proven: this.senderProven,
        published_at: new Date(this.publishedAt).toISOString(),
        stored_at: null,
      };
      this.text = rowText(row, this.details);
    }
    return this.text;
  }
}
