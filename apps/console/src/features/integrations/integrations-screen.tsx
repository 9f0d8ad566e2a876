import { errorText } from '@portico/api-client';
import { Button, DeleteConfirmation, Dialog } from '@portico/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { Integration } from '@portico/contracts/http/integrations';
import { useApi } from '../../api/use-api.ts';
import { ListScreen } from '../../shared/lists/list-screen.tsx';
import { livenessQuery } from '../../shared/silence/silence.queries.ts';
import { uncorrectedQuery, useStanding } from '../../shared/trouble/trouble.queries.ts';
import { isWrong } from '../../shared/trouble/standing.ts';
import { integrationHealthQuery, rankedQuery } from './health.queries.ts';
import type { Known } from './health-columns.tsx';
import { integrationColumns } from './integration-columns.tsx';
import { integrationListQuery, useIntegrationMutations } from './integrations.queries.ts';
import { tellFailure, tellSuccess } from '../../shared/messages/toasts.ts';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { IntegrationForm } from './integration-form.tsx';
import { isRanked, rankedPage, sortIn, sortText, type IntegrationsSearch } from './ranking.ts';
import * as styles from './integrations-screen.css.ts';

const CreateIntegrationDialog = ({ onClose }: { onClose: () => void }) => {
  const { create } = useIntegrationMutations();
  return (
    <Dialog title="Create integration" onClose={onClose}>
      <p className={styles.description}>Fill in the form to create a new integration</p>
      <IntegrationForm
        label="Create integration"
        submitText="Create integration"
        onSubmit={async (values) => {
          await withToasts(
            create.mutateAsync(values),
            ({ name }) => tellSuccess('integrationCreated', name),
            'integrationCreate',
          );
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};

type IntegrationDialogProps = { integration: Integration; onClose: () => void };

/** Edits an integration. Only changed fields are sent, so that other people's concurrent changes remain. */
const EditIntegrationDialog = ({ integration, onClose }: IntegrationDialogProps) => {
  const { update } = useIntegrationMutations();
  return (
    <Dialog title={`Edit integration ${integration.name}`} onClose={onClose}>
      <p className={styles.description}>Update the integrations&apos;s information</p>
      <IntegrationForm
        label="Edit integration"
        integration={integration}
        submitText="Save changes"
        onSubmit={async (_, change) => {
          await withToasts(
            update.mutateAsync({ id: integration.id, change }),
            ({ name }) => tellSuccess('integrationUpdated', name),
            'integrationUpdate',
          );
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};

const onError = (refusal: unknown) => tellFailure('integrationDelete', refusal);

/** Asks before deleting an integration. A failure appears in a toast and in the dialog, which stays open. */
const DeleteIntegrationDialog = ({ integration, onClose }: IntegrationDialogProps) => {
  const { mutate, isPending, error } = useIntegrationMutations().remove;
  const onSuccess = () => {
    tellSuccess('integrationDeleted', integration.name);
    onClose();
  };
  return (
    <DeleteConfirmation
      entity="integration"
      identifier={integration.name}
      onDelete={() => mutate(integration, { onSuccess, onError })}
      onClose={onClose}
      isPending={isPending}
      error={error === null ? undefined : errorText(error)}
    />
  );
};

const NO_LIVENESS: Known['liveness'] = new Map();

type OpenDialog = { dialog: 'create' } | { dialog: 'edit' | 'delete'; integration: Integration };

type IntegrationsScreenProps = {
  search: IntegrationsSearch;
  /** Links next to the add button. */
  tools?: ReactNode;
  onSearchChange: (search: IntegrationsSearch, options?: { replace: boolean }) => void;
};

export const IntegrationsScreen = ({ search, tools, onSearchChange }: IntegrationsScreenProps) => {
  const api = useApi();
  const uncorrected = useQuery(uncorrectedQuery(api)).data;
  const unhealthyRows = useStanding()?.rows.filter(isWrong);
  const rejectedCount = (id: number) => uncorrected?.data.find((one) => one.integration_id === id)?.count ?? 0;
  const isPage = !isRanked(search);
  const paged = useQuery({ ...integrationListQuery(api, search), enabled: isPage });
  const ranked = useQuery({
    ...rankedQuery(api, search.search ?? ''),
    enabled: !isPage,
    select: (all) =>
      rankedPage(all, {
        search,
        isUnhealthy: (id) =>
          rejectedCount(id) > 0 || unhealthyRows?.some(({ integrationId }) => integrationId === id) === true,
        rejectedOf: rejectedCount,
      }),
  });
  const query = isPage ? paged : ranked;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const ids = useMemo(() => query.data?.data.map(({ id }) => id) ?? [], [query.data]);
  const health = useQuery(integrationHealthQuery(api, ids)).data;
  const standing = useStanding(ids);
  const liveness = useQuery(livenessQuery(api, ids)).data;
  const columns = useMemo(() => {
    const byId = new Map(health?.data.map((one) => [one.integration_id, one]));
    const rejected = uncorrected && new Map(uncorrected.data.map((one) => [one.integration_id, one.count]));
    return integrationColumns((integration) => setDialog({ dialog: 'delete', integration }), {
      health: byId,
      liveness: liveness ?? NO_LIVENESS,
      troubleOf: (id) => standing?.of(id),
      rejectedOf: (id) => rejected && (rejected.get(id) ?? 0),
    });
  }, [health, standing, uncorrected, liveness]);
  return (
    <>
      <ListScreen
        heading="Integration Manager"
        searchFor="Search integration..."
        addText="Add Integration"
        tools={
          <>
            <Button
              variant="secondary"
              aria-pressed={search.unhealthy === true}
              onPress={() =>
                onSearchChange({ ...search, page: undefined, unhealthy: search.unhealthy ? undefined : true })
              }
            >
              Only unhealthy
            </Button>
            {tools}
          </>
        }
        sort={sortIn(search.sort)}
        onSort={(sort) => onSearchChange({ ...search, page: undefined, sort: sortText(sort) })}
        failure="Integrations could not be loaded"
        columns={columns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onAdd={() => setDialog({ dialog: 'create' })}
        onOpen={(integration) => setDialog({ dialog: 'edit', integration })}
      />
      {dialog?.dialog === 'create' && <CreateIntegrationDialog onClose={close} />}
      {dialog?.dialog === 'edit' && <EditIntegrationDialog integration={dialog.integration} onClose={close} />}
      {dialog?.dialog === 'delete' && <DeleteIntegrationDialog integration={dialog.integration} onClose={close} />}
    </>
  );
};
