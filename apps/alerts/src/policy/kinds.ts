import { type NoticeKind, RULE_KINDS } from '@portico/contracts/http/notices';

const PART = {
  'episode.opened': 'start',
  'episode.closed': 'end',
  'episode.flapping': 'note',
  'integration.silent': 'start',
  'integration.back': 'end',
  'view.more': 'start',
  'view.none': 'start',
  'view.over': 'end',
  'usage.50': 'start',
  'usage.80': 'start',
  'usage.100': 'start',
  'usage.over': 'end',
  'platform.behind': 'start',
  'platform.caught_up': 'end',
  'maintenance.over': 'note',
  'channel.failing': 'start',
  'channel.disabled': 'start',
  'owner.needed': 'start',
  'owner.ended': 'note',
  'digest.below': 'note',
} as const satisfies Record<NoticeKind, 'start' | 'end' | 'note'>;

export const partOf = (kind: NoticeKind): 'start' | 'end' | 'note' => PART[kind];

/** Whether maintenance holds notices of a kind: all notices about episodes, integrations and views. */
export const isHeldByMaintenance = (kind: NoticeKind): boolean => /^(episode|integration|view)\./.test(kind);

export const START_KINDS = RULE_KINDS.filter((kind) => PART[kind] === 'start');
export const START_KINDS_SQL = START_KINDS.map((kind) => `'${kind}'`).join(', ');
