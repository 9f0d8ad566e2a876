import { CalendarClock, ChevronDown } from 'lucide-react';
import { Icon, lazyPart, PanelLoading, PopoverButton } from '@portico/ui';
import { chevron, chosen } from '@portico/ui/styles';
import { isBounded, rangeText, type TimeRange } from './time-range.ts';
import { useTimeZone } from './time-zone.ts';
import * as styles from './time-range.css.ts';

const TimeRangePanel = lazyPart(
  async () => (await import('./time-range-panel.tsx')).TimeRangePanel,
  <PanelLoading label="Time range" />,
);

type TimeRangeButtonProps = { value: TimeRange; onChange: (range: TimeRange) => void };

export const TimeRangeButton = ({ value, onChange }: TimeRangeButtonProps) => {
  const zone = useTimeZone();
  const text = rangeText(value, zone);
  return (
    <PopoverButton
      label="Time range"
      aria-label={`Time range: ${text}${zone === 'utc' ? ', UTC' : ''}`}
      className={styles.trigger}
      isMarked={isBounded(value)}
      placement="bottom end"
      renderPanel={(close) => <TimeRangePanel value={value} onChange={onChange} onClose={close} />}
    >
      <span className={styles.picture}>
        <Icon of={CalendarClock} />
      </span>
      <span className={chosen}>{text}</span>
      {zone === 'utc' && <span className={styles.zone}>UTC</span>}
      <span className={chevron}>
        <Icon of={ChevronDown} size="sm" />
      </span>
    </PopoverButton>
  );
};
