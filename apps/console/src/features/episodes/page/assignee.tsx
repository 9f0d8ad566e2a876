import { useQuery, queryOptions } from '@tanstack/react-query';
import type { Episode } from '@portico/contracts/http/episodes';
import { Select } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { useEpisodeMutations } from '../episodes.queries.ts';
import type { ApiClient } from '@portico/api-client';
import { listMembers } from '@portico/contracts/http/members';

/** Maximum members listed; others can still assign themselves. */
const MEMBERS = 100;

/** Possible assignees of an organization's episode: its members. */
const assigneesQuery = (api: ApiClient, organizationId: number) =>
  queryOptions({
    queryKey: ['episode assignees', organizationId],
    queryFn: async ({ signal }) => {
      const query = { approved: true, limit: MEMBERS, offset: 0 };
      const { data } = await api.call(listMembers, { params: { id: organizationId }, query, signal });
      return data.flatMap(({ user }) => (user === null ? [] : [{ id: user.id, name: user.name }]));
    },
    staleTime: 60_000,
    meta: { isQuiet: true },
  });

const NOBODY = 'nobody';

export type AssigneeProps = { episode: Episode; viewer: number };

/** The assignee, and a choice of another one. */
export const Assignee = ({ episode, viewer }: AssigneeProps) => {
  const api = useApi();
  const members = useQuery(assigneesQuery(api, episode.organizationId)).data ?? [];
  const { assign } = useEpisodeMutations(episode.id);
  const { assignee } = episode;
  const people = new Map<number, string>([
    [viewer, 'You'],
    ...(assignee === null ? [] : [[assignee.id, assignee.name ?? `User ${assignee.id}`] as const]),
    ...members.map(({ id, name }) => [id, name] as const),
    [viewer, 'You'],
  ]);
  return (
    <Select
      label="Assigned to"
      size="sm"
      isDisabled={assign.isPending}
      options={[{ value: NOBODY, text: 'Nobody' }, ...[...people].map(([id, text]) => ({ value: String(id), text }))]}
      value={assignee === null ? NOBODY : String(assignee.id)}
      onChange={(value) => assign.mutate(value === NOBODY ? null : Number(value))}
    />
  );
};
