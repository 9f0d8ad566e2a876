import { createFileRoute } from '@tanstack/react-router';
import { adminsOnly } from '../../app/guards.ts';
import { Title } from '../../app/title.tsx';
import { useSearchChange } from '../../app/use-search-change.ts';
import { AUDIT_FIELDS, type AuditSearch } from '../../features/audit/audit.queries.ts';
import { AuditScreen } from '../../features/audit/audit-screen.tsx';

/** Parses the URL. A value that is not text counts as absent. */
const readAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    AUDIT_FIELDS.flatMap((field) => {
      const value = search[field];
      return typeof value === 'string' || typeof value === 'number' ? [[field, String(value)]] : [];
    }),
  );

const Audit = () => {
  const onSearchChange = useSearchChange('/audit');
  return (
    <>
      <Title of="Audit" />
      <AuditScreen search={readAuditSearch(Route.useSearch())} onSearchChange={onSearchChange} />
    </>
  );
};

// The screen parses the URL, because a route's validation is part of the first load.
export const Route = createFileRoute('/_portal/audit')({ beforeLoad: adminsOnly, component: Audit });
