import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { errorText } from '@portico/api-client';
import { MAX_VIEW_MINUTES, type RuleView } from '@portico/contracts/http/rules';
import { Alert, Button, Dialog, NumberField, Segments } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { channelsQuery } from './channels.queries.ts';
import { OWN } from './owners.ts';
import { ruleSentence } from './rule-words.ts';
import { useRuleMutations } from './rules.queries.ts';
import { WayFields } from './way-fields.tsx';
import * as styles from './rule-form.css.ts';

export type ViewAlertDialogProps = {
  name: string;
  /** What the view asks for, as it is now. */
  search: Readonly<Record<string, string>>;
  onClose: () => void;
};

const WHEN = [
  { id: 'more', text: 'More than' },
  { id: 'none', text: 'None' },
] as const;
const MAX_COUNT = 1_000_000;

/** Alerts the viewer when a view has more events than it should, or none. */
export const ViewAlertDialog = ({ name, search, onClose }: ViewAlertDialogProps) => {
  const api = useApi();
  const id = useId();
  const channels = useQuery(channelsQuery(api)).data?.data ?? [];
  const { create } = useRuleMutations();
  const [when, setWhen] = useState<RuleView['when']>('more');
  const [count, setCount] = useState(100);
  const [minutes, setMinutes] = useState(10);
  const [ways, setWays] = useState<{ inbox: boolean; channels: number[] }>({ inbox: true, channels: [] });
  const view = { name, search: { ...search }, when, count: when === 'more' ? count : 0, minutes };
  const on = [when === 'more' ? ('view.more' as const) : ('view.none' as const), 'view.over' as const];
  const filter = { organizationId: null, integrationId: null, eventName: null, severity: null };
  const said = ruleSentence({
    owner: 'user',
    organization: null,
    on,
    view,
    inbox: ways.inbox,
    filter: { ...filter, organization: null, integration: null },
    channels: channels.filter((one) => ways.channels.includes(one.id)),
  });
  const save = () =>
    create.mutate(
      {
        owner: OWN.owner,
        organizationId: null,
        on,
        view,
        filter,
        ...ways,
        quietHours: null,
        digest: 'none',
        remind: 'none',
        active: true,
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      title={`Alert on ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" isDisabled={create.isPending} onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} isLoading={create.isPending}>
            Add alert
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <output className={styles.preview}>{said}.</output>
        {create.error && <Alert variant="danger">{errorText(create.error)}</Alert>}
        <fieldset className={styles.fieldset}>
          <legend className={styles.legend}>When</legend>
          <Segments label="How many events" options={WHEN} value={when} onChange={setWhen} />
          {when === 'more' && (
            <NumberField
              label="Events"
              value={count}
              onChange={(next) => setCount(next ?? 0)}
              minValue={0}
              maxValue={MAX_COUNT}
            />
          )}
          <NumberField
            label={when === 'more' ? 'Within minutes' : 'For minutes'}
            value={minutes}
            onChange={(next) => setMinutes(next ?? 1)}
            minValue={1}
            maxValue={MAX_VIEW_MINUTES}
          />
          <p className={styles.note}>
            The view is asked as it is now. What is changed of it later does not change the alert.
          </p>
        </fieldset>
        <WayFields owner={OWN} channels={channels} value={ways} onChange={setWays} />
      </form>
    </Dialog>
  );
};
