/** What makes an event the one it is: two integrations may use the same `id`. */
export type EventIdentity = { source_id: number; id: string };

/** An {@link EventIdentity} as a key: different events have different ones. */
export const identityOf = ({ source_id, id }: EventIdentity): string => `${source_id}:${id}`;
