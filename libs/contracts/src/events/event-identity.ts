/** The identity of an event. `id` alone is not unique, because two integrations may use the same `id`. */
export type EventIdentity = { source_id: number; id: string };

export const identityOf = ({ source_id, id }: EventIdentity): string => `${source_id}:${id}`;
