/** The integration's name, or its id after the integration was deleted. */
export const nameOf = ({ integration, integrationId }: { integration: string | null; integrationId: number }): string =>
  integration ?? `Integration ${integrationId}`;
