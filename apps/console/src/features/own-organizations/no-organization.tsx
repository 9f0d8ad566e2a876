import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '@portico/ui';
import { landing } from './join-or-create.css.ts';

/** Replaces the dashboard of users without an approved membership. */
export const NoOrganization = ({ children }: { children?: ReactNode }) => (
  <div className={landing}>
    <EmptyState
      isFramed
      icon={Building2}
      level={1}
      title="You are not currently assigned to any organization. Please contact your administrator."
    />
    {children}
  </div>
);
