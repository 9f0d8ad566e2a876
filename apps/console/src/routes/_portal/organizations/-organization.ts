import { useQuery } from '@tanstack/react-query';
import { useParams, useRouteContext } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { useApi } from '../../../api/use-api.ts';
import { membershipsQuery } from '../../../features/own-organizations/membership.queries.ts';

export type OpenedOrganization = { id: number; isAdmin: boolean; mayManage: boolean };

export const useOrganization = (): OpenedOrganization => {
  const { user } = useRouteContext({ from: '/_portal' });
  const id = Number(useParams({ from: '/_portal/organizations/$id' }).id);
  const isViewerAdmin = isAdmin(user.usertype);
  const { data } = useQuery({ ...membershipsQuery(useApi()), enabled: !isViewerAdmin });
  const own = data?.data.find(({ organization, approved }) => approved && organization.id === id);
  return { id, isAdmin: isViewerAdmin, mayManage: isViewerAdmin || own?.role === 'manager' };
};
