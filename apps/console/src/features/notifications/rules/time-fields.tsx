import { Select, Switch, TextField } from '@portico/ui';
import { type RuleDraft, zoneOfViewer } from './rule-draft.ts';
import * as styles from '../notifications.css.ts';

const DIGESTS = [
  { value: 'none', text: 'As it happens' },
  { value: 'daily', text: 'Once a day, at 8' },
  { value: 'weekly', text: 'Once a week, on Mondays at 8' },
] as const;
const NIGHT = { from: '22:00', to: '07:00' };

type TimeFieldsProps = { draft: RuleDraft; onChange: (change: Partial<RuleDraft>) => void };

export const TimeFields = ({ draft, onChange }: TimeFieldsProps) => {
  const { quietHours } = draft;
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.subheading}>Timing</legend>
      <Select label="Messages" options={DIGESTS} value={draft.digest} onChange={(digest) => onChange({ digest })} />
      <Switch
        label="Remind once a day until someone takes the episode"
        value={draft.remind === '24h'}
        onChange={(isOn) => onChange({ remind: isOn ? '24h' : 'none' })}
      />
      <Switch
        label="Quiet hours"
        description="Notices wait until quiet hours end, except severity FATAL."
        value={quietHours !== null}
        onChange={(isOn) => onChange({ quietHours: isOn ? { ...NIGHT, zone: zoneOfViewer() } : null })}
      />
      {quietHours && (
        <>
          <div className={styles.pair}>
            <TextField
              label="From"
              value={quietHours.from}
              onChange={(from) => onChange({ quietHours: { ...quietHours, from } })}
            />
            <TextField
              label="To"
              value={quietHours.to}
              onChange={(to) => onChange({ quietHours: { ...quietHours, to } })}
            />
          </div>
          <TextField
            label="Time zone"
            value={quietHours.zone}
            onChange={(zone) => onChange({ quietHours: { ...quietHours, zone } })}
          />
        </>
      )}
    </fieldset>
  );
};
