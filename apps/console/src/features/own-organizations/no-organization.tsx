import { Building2 } from 'lucide-react';
import { EmptyState } from '@portico/ui';

/** Instead of the dashboard, for a user whom no organization has as an approved member. */
export const NoOrganization = () => (
  <EmptyState
    isFramed
    icon={Building2}
    level={1}
    title="You are not currently assigned to any organization. Please contact your administrator."
  />
);
