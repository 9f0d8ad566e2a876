import { CircleAlert, Inbox, MailWarning, Scale, ShieldAlert, UserPlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UsageFault } from '@portico/contracts/http/billing';
import type { JoinRequest } from '@portico/contracts/http/orgs';
import type { Uncorrected } from '@portico/contracts/http/rejected-events';
import type { Trouble } from '@portico/contracts/http/trouble';
import { counted, formatTime, Icon } from '@portico/ui';
import { takenText } from '../../shared/episodes/episode-words.ts';
import { Ago, useNow } from '../../shared/health/ago.tsx';
import {
  episodesHref,
  integrationHref,
  lettersHref,
  organizationHref,
  rejectedHref,
  USAGE_FAULTS_HREF,
} from '../../shared/health/hrefs.ts';
import { MaintenanceMark } from '../../shared/maintenance/maintenance-mark.tsx';
import { missedText } from '../../shared/silence/silence-words.ts';
import { isWrong } from '../../shared/trouble/standing.ts';
import type { WaitingLetters } from '../../shared/trouble/trouble.queries.ts';
import { payerOf, plainTroubleTitle, troubleTitle, whatFails } from '../../shared/trouble/trouble-words.ts';
import * as styles from './wrong-now.css.ts';

export type Viewer = {
  id: number;
  isAdmin: boolean;
  isManager: boolean;
  /** Shows consequences instead of event names, for customers. */
  isPlain: boolean;
};

type LineProps = {
  icon: LucideIcon;
  href?: string;
  title: string;
  /** Whether the line needs less attention: a request to join, or failures below the threshold. */
  isCalm?: boolean;
  children: ReactNode;
};

const Line = ({ icon, href, title, isCalm = false, children }: LineProps) => {
  const words = (
    <>
      <span className={styles.picture} {...(isCalm && { 'data-calm': true })}>
        <Icon of={icon} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.since}>{children}</span>
      </span>
    </>
  );
  return (
    <li className={styles.item}>
      {href === undefined ? (
        <div className={styles.link}>{words}</div>
      ) : (
        <a className={styles.link} href={href}>
          {words}
        </a>
      )}
    </li>
  );
};

const Since = ({ at }: { at: string }) => (
  <>
    Since {formatTime(at, 'local', 'short')} (<Ago at={at} />)
  </>
);

const ownerOf = (organization: string | null): string => (organization === null ? '' : ` of ${organization}`);

const operatorWords = (trouble: Trouble, viewer: number, now: number): string[] => {
  const [worst] = trouble.episodes;
  const missed = trouble.silence && missedText(trouble.silence, now);
  return [
    ...(trouble.episodes.length > 0 ? [whatFails(trouble)] : []),
    ...(missed ? [missed] : []),
    ...(worst && trouble.level === 'failing' ? [takenText(worst, viewer)] : []),
  ];
};

type TroubleLineProps = { trouble: Trouble; viewer: Viewer; isOwnerShown: boolean };

export const TroubleLine = ({ trouble, viewer, isOwnerShown }: TroubleLineProps) => {
  const now = useNow();
  const { isAdmin, isPlain, id } = viewer;
  const owner = isOwnerShown ? ownerOf(trouble.organization) : '';
  const words = isPlain ? (trouble.reason === null ? [] : [trouble.reason]) : operatorWords(trouble, id, now);
  return (
    <Line
      icon={CircleAlert}
      isCalm={!isWrong(trouble)}
      href={
        isAdmin ? integrationHref(trouble.integrationId) : episodesHref(isPlain ? undefined : trouble.integrationId)
      }
      title={isPlain ? plainTroubleTitle(trouble, now) : troubleTitle(trouble, now, owner)}
    >
      <Since at={trouble.since} />
      {words.map((text) => ` · ${text}`)}
      {trouble.maintenance && (
        <>
          {' '}
          <MaintenanceMark maintenance={trouble.maintenance} />
        </>
      )}
    </Line>
  );
};

export const RejectedLine = ({ rejected, viewer }: { rejected: Uncorrected; viewer: Viewer }) => {
  const { integration_id, integration, organization, count, since, last_at } = rejected;
  const name = integration_id === null ? 'no known integration' : (integration ?? `integration ${integration_id}`);
  const owner = viewer.isAdmin ? ownerOf(organization) : '';
  return (
    <Line
      icon={ShieldAlert}
      href={rejectedHref(integration_id)}
      title={`${counted(count, 'event')} of ${name}${owner} ${count === 1 ? 'was' : 'were'} rejected`}
    >
      <Since at={since} />, the last <Ago at={last_at} />
    </Line>
  );
};

export const LettersLine = ({ letters: { service, waiting, since } }: { letters: WaitingLetters }) => (
  <Line
    icon={MailWarning}
    href={lettersHref(service)}
    title={`${service} could not apply ${counted(waiting, 'change')}`}
  >
    {since === null ? 'Dead letters' : <Since at={since} />}
  </Line>
);

export const UsageFaultLine = ({ fault }: { fault: UsageFault }) => (
  <Line
    icon={Scale}
    href={USAGE_FAULTS_HREF}
    title={`Stripe has a different usage for ${[payerOf(fault) ?? [], fault.lookupKey].flat().join(', ')}`}
  >
    {fault.since === null ? 'Meter at Stripe' : <Since at={fault.since} />}
  </Line>
);

export const RequestLine = ({ request }: { request: JoinRequest }) => (
  <Line
    icon={UserPlus}
    isCalm
    title={`${request.user?.name ?? 'Someone'} asks to join ${request.organization.name}`}
    href={organizationHref(request.organization.id, 'people')}
  >
    <Since at={request.requestedAt} />
  </Line>
);

export const MoreLine = ({ title, href }: { title: string; href?: string }) => (
  <Line icon={Inbox} isCalm title={title} {...(href !== undefined && { href })}>
    More problems
  </Line>
);
