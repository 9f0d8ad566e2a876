import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { Transition, type TransitionKind } from './transition.entity.ts';

/**
 * Rules that a transition of an episode concerns. `isUsual`: those without their own threshold. `rules`: those whose threshold it has
 * reached. A transition of the previous release has none, and concerns all.
 */
export const Audience = z.object({ isUsual: z.boolean(), rules: z.array(z.int()) });
export type Audience = z.infer<typeof Audience>;

type NewTransition = {
  kind: TransitionKind;
  subject: string;
  organizationId?: number | null;
  integrationId?: number | null;
  eventName?: string | null;
  severity?: string | null;
  at: Date;
  snapshot: Record<string, unknown>;
};

/** Whether events arrive late, so that silence cannot be detected. */
export async function isPlatformBehind(em: EntityManager): Promise<boolean> {
  const [last] = await em.execute<{ kind: string }[]>(
    `select kind from transitions where subject = 'platform' order by id desc limit 1`,
  );
  return last?.kind === 'platform.behind';
}

/** Adds a transition in the transaction of the change, so that both are stored or neither. */
export const addTransition = (em: EntityManager, transition: NewTransition): void => {
  em.persist(
    em.create(Transition, {
      organizationId: null,
      integrationId: null,
      eventName: null,
      severity: null,
      plannedAt: null,
      ...transition,
      createdAt: new Date(),
    }),
  );
};
