import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { Directory } from './directory.ts';
import { permits, type Scope } from './scope.ts';

type Owner = Pick<RejectedEvent, 'integration_id' | 'integration' | 'organization'>;

/**
 * The owner of an integration. An organization claimed by a rejected event is not verified. After a move, its former organization
 * sees it without an organization.
 * @param sourceId - 0: none
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
