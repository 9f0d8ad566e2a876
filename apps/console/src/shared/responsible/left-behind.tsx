import { useQueries } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { NEW_OWNER_DAYS } from '@portico/contracts/common/owners';
import {
  listAlertResponsibilities,
  listKeyResponsibilities,
  listViewResponsibilities,
  type Responsibility,
} from '@portico/contracts/http/responsibilities';
import { formatNumber } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { QUIET, readQuery } from '../../api/calls.ts';
import * as styles from './left-behind.css.ts';

/** Maximum number of items that the dialog lists. The dialog shows the number of further items. */
const MAX_NAMED = 8;

const KINDS = { channel: 'Channel', rule: 'Rule', key: 'Key', view: 'View' } as const;

type LeftBehindProps = {
  /** The account that loses a right. */
  userId: number;
  /** The organization in which the account loses the right; absent for all organizations. */
  organization?: number;
  integration?: number;
};

const responsibilityQueries = (api: ApiClient, { userId, organization, integration }: LeftBehindProps) => {
  const params = { userId };
  const query = { ...(organization && { organization }), ...(integration && { integration }) };
  return [listAlertResponsibilities, listKeyResponsibilities, listViewResponsibilities].map((endpoint) =>
    readQuery(api, ['responsibilities', endpoint.path, userId, query], endpoint, { params, query }, QUIET),
  );
};

const textOf = ({ kind, name, organization }: Responsibility): string =>
  [`${KINDS[kind]} ${name}`, ...(organization === null ? [] : [organization])].join(' · ');

/** Lists the channels, keys and views that stop when a person loses a right. Part of the dialog that revokes the right. */
export const LeftBehind = (props: LeftBehindProps) => {
  const api = useApi();
  const results = useQueries({ queries: responsibilityQueries(api, props) });
  const things = results.flatMap(({ data }) => data?.data ?? []);
  if (results.some(({ isError }) => isError))
    return <p className={styles.note}>This person's responsibilities could not be loaded.</p>;
  if (things.length === 0) return null;
  const more = things.length - MAX_NAMED;
  return (
    <div className={styles.note}>
      <p>
        This person is responsible for the items below. The items stop immediately. Others have {NEW_OWNER_DAYS} days to
        take them over.
      </p>
      <ul className={styles.list} aria-label="Items that stop">
        {things.slice(0, MAX_NAMED).map((item) => (
          <li key={`${item.kind} ${item.id}`}>{textOf(item)}</li>
        ))}
        {more > 0 && <li>and {formatNumber(more)} more</li>}
      </ul>
    </div>
  );
};
