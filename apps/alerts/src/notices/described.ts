import type { EntityManager } from '@mikro-orm/postgresql';
import { Organization } from '@portico/messaging';
import { z } from 'zod';
import { Integration } from '../directory/integration.entity.ts';
import { partOf, START_KINDS } from '../policy/kinds.ts';
import { Transition } from '../transitions/transition.entity.ts';
import { episodeIdOf } from './subjects.ts';
import { type NoticeFacts, MaintenanceFacts, UsageFacts, ViewFacts, wordsOf } from './wording.ts';

export type Description = {
  organization: string | null;
  integration: string | null;
  severity: string | null;
  event: unknown;
  title: string;
  text: string;
  link: string;
};

type Failure = { id: string; traceId: string; timestamp: string; message: string | null; severity: string };

/** Writes the text of a notice about a transition, with the current names. Later renamings do not change the text. */
export async function describeTransition(
  em: EntityManager,
  transition: Transition,
  productName: string,
): Promise<Description> {
  const { organizationId, integrationId, kind, snapshot } = transition;
  const organization = await em.findOne(Organization, { id: organizationId ?? 0 });
  const integration = await em.findOne(Integration, { id: integrationId ?? 0 });
  const failure = await failureOf(em, transition.subject);
  const facts: NoticeFacts = {
    kind,
    subject: transition.subject,
    at: transition.at,
    since: partOf(kind) === 'end' ? await sinceOf(em, transition) : null,
    integrationId: integrationId ?? null,
    eventName: transition.eventName ?? null,
    about: z.string().safeParse(snapshot['eventSubject']).data ?? null,
    integration: integration?.name ?? (integrationId === null ? null : `Integration ${integrationId}`),
    productName,
    message: failure?.message ?? null,
    maintenance: MaintenanceFacts.safeParse(snapshot['maintenance']).data ?? null,
    organization: organization?.name ?? (organizationId === null ? null : `Organization ${organizationId}`),
    view: ViewFacts.safeParse(snapshot['view']).data ?? null,
    usage: UsageFacts.safeParse(snapshot['usage']).data ?? null,
  };
  return {
    ...wordsOf(facts),
    organization: organization?.name ?? null,
    integration: facts.integration,
    severity: transition.severity ?? failure?.severity ?? null,
    event: failure,
  };
}

async function failureOf(em: EntityManager, subject: string): Promise<Failure | null> {
  const id = episodeIdOf(subject);
  if (id === null) return null;
  const [row] = await em.execute<{ first_failure: Failure | null }[]>(
    'select first_failure from episodes where id = ?',
    [id],
  );
  return row?.first_failure ?? null;
}

async function sinceOf(em: EntityManager, { id, subject }: Transition): Promise<Date | null> {
  const start = await em.findOne(
    Transition,
    { subject, id: { $lt: id }, kind: { $in: START_KINDS } },
    { orderBy: { id: 'desc' } },
  );
  return start?.at ?? null;
}
