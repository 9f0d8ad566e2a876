import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { Transition, type TransitionKind } from './transition.entity.ts';

/**
 * The rules that may report a transition of an episode. `isUsual`: whether rules without their own threshold may report it. `rules`: ids
 * of the rules whose own threshold is reached. Transitions of the previous release have no audience: all rules may report them.
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

/** Whether Portico processes events late and therefore cannot detect silence. */
export async function isPlatformBehind(em: EntityManager): Promise<boolean> {
  const [last] = await em.execute<{ kind: string }[]>(
    `select kind from transitions where subject = 'platform' order by id desc limit 1`,
  );
  return last?.kind === 'platform.behind';
}

/** Adds a transition. Call in the transaction of the change, so that neither is stored without the other. */
export const addTransition = (em: EntityManager, transition: NewTransition): void => {
  em.persist(
    em.create(Transition, {
      ...transition,
      createdAt: new Date(),
    }),
  );
};
