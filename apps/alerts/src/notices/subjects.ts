import type { EntityManager } from '@mikro-orm/postgresql';

type SubjectState = { isAcknowledged: boolean; isMuted: boolean };

const NONE: SubjectState = { isAcknowledged: false, isMuted: false };

export const episodeIdOf = (subject: string): number | null => {
  const id = /^episode:(\d+)$/.exec(subject)?.[1];
  return id === undefined ? null : Number(id);
};

/** Reads whether the subjects of notices are acknowledged or muted now. */
export async function subjectStates(
  em: EntityManager,
  subjects: readonly string[],
): Promise<(subject: string) => SubjectState> {
  const ids = [...new Set(subjects.flatMap((subject) => episodeIdOf(subject) ?? []))];
  if (ids.length === 0) return () => NONE;
  const rows = await em.execute<{ id: number; acknowledged: boolean; muted: boolean }[]>(
    `select id, acknowledged_at is not null as acknowledged, coalesce(muted_until > now(), false) as muted
     from episodes where id in (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  const states = new Map(
    rows.map(({ id, acknowledged, muted }) => [`episode:${id}`, { isAcknowledged: acknowledged, isMuted: muted }]),
  );
  return (subject) => states.get(subject) ?? NONE;
}
