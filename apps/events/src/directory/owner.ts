import type { RejectedEvent } from '@portico/contracts/http/rejected-events';
import type { Directory } from './directory.ts';
import { permits, type Scope } from './scope.ts';

type Owner = Pick<RejectedEvent, 'integration_id' | 'integration' | 'organization'>;

/**
 * Returns the integration's current owner, because the organization that a rejected event claims is not verified. `organization` is
 * null if `scope` does not contain it, for example after the integration moved.
 * @param sourceId - id of the integration; 0 for no integration
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
