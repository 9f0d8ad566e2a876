import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { Directory } from './directory.ts';
import { permits, type Scope } from './scope.ts';

export type Owner = Pick<RejectedEvent, 'integration_id' | 'integration' | 'organization'>;

/**
 * Whose an integration is; nobody has checked the organization that a rejected event claims. One that was moved away is
 * without an organization for those whose it was.
 * @param sourceId - 0: of none
 */
export function ownerOf(directory: Directory, sourceId: number, scope: Scope = 'every'): Owner {
  if (sourceId === 0) return { integration_id: null, integration: null, organization: null };
  const organizationId = directory.organizationOf(sourceId);
  return {
    integration_id: sourceId,
    integration: directory.integrationName(sourceId),
    organization:
      organizationId === null || !permits(scope, organizationId, sourceId)
        ? null
        : directory.organizationName(organizationId),
  };
}
