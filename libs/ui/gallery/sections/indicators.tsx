import { Clock, ShieldCheck } from 'lucide-react';
import { Badge, formatNumber, Meter, ProgressBar, StatusTag, Row } from '../../src/index.ts';
import { State } from '../specimen.tsx';

export const StatusTags = () => (
  <Row gap={3}>
    {['SUCCESS', 'FAILURE', 'PENDING', 'ACTIVE', 'INACTIVE'].map((status) => (
      <StatusTag key={status} status={status} />
    ))}
  </Row>
);

export const Badges = () =>
  (['neutral', 'success', 'warning', 'danger'] as const).map((tone) => (
    <State key={tone} name={tone}>
      <Row gap={3}>
        <Badge tone={tone}>12 events</Badge>
        <Badge tone={tone} icon={tone === 'success' ? ShieldCheck : Clock}>
          With a picture
        </Badge>
      </Row>
    </State>
  ));

const USES: readonly [name: string, used: number, allowed: number][] = [
  ['nothing used', 0, 10],
  ['some used', 3, 10],
  ['little left', 9, 10],
  ['more used than allowed', 12, 10],
  ['nothing allowed', 0, 0],
];

export const Meters = () =>
  USES.map(([name, used, allowed]) => (
    <State key={name} name={`${name}: ${formatNumber(used)} of ${formatNumber(allowed)}`} isWide>
      <Meter label={name} value={used} max={allowed} text={`${used} of ${allowed}`} />
    </State>
  ));

export const ProgressBars = () => (
  <>
    {[0, 4, 10].map((value) => (
      <State key={value} name={`${value} of 10`} isWide>
        <ProgressBar label="Export" value={value} max={10} />
      </State>
    ))}
    <State name="unknown progress" isWide>
      <ProgressBar label="Counting" />
    </State>
  </>
);
