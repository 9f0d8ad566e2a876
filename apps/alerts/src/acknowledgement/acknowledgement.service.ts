import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { AcknowledgeOffer } from '@portico/contracts/http/notices';
import { CONFIG, Problem } from '@portico/service';
import type { AlertsConfig } from '../config.ts';
import { publishEpisode, takeEpisode } from '../episodes/acknowledge-episode.ts';
import { Episode } from '../episodes/episode.entity.ts';
import { type AcknowledgeClaims, readAcknowledgeToken } from './acknowledge-links.ts';

type Found = {
  event_name: string;
  organization: string | null;
  integration: string | null;
  first_failure_at: string;
  state: string;
  acknowledged_at: string | null;
  user_id: number | null;
};

/**
 * Finds the episode of an acknowledge link. The link's channel must be verified and have a responsible person. The owner of a personal
 * channel must be an administrator, or an operator or manager of the episode's organization.
 */
const FIND = `select e.event_name, o.name as organization, i.name as integration,
    to_json(e.first_failure_at) as first_failure_at, e.state, to_json(e.acknowledged_at) as acknowledged_at, c.user_id
  from episodes e join channels c on c.id = ? and c.verified_at is not null and c.needs_owner_since is null
  left join organizations o on o.id = e.organization_id left join integrations i on i.id = e.integration_id
  where e.id = ? and case c.owner when 'product' then true when 'organization' then c.organization_id = e.organization_id
    else exists (select from users u where u.id = c.user_id and u.deleted_at is null
      and (u.usertype in ('ADMIN', 'SUPER_ADMIN') or exists (select from memberships m where m.user_id = u.id
        and m.organization_id = e.organization_id and m.approved and m.role in ('operator', 'manager') and m.deleted_at is null))) end`;

const USE = `update deliveries set link_used_at = now() where channel_id = ? and message->>'id' = ? and link_used_at is null
  returning id`;

const GONE = 'This link is not valid any more. Please open the newest message.';

/** Lets people acknowledge an episode through the link in a message. Opening the link changes nothing. Each link can be confirmed once. */
@Injectable()
export class AcknowledgementService {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  async offer(token: string): Promise<AcknowledgeOffer> {
    const claims = this.claimsOf(token);
    return offerOf(await find(this.em.fork(), claims));
  }

  async acknowledge(token: string): Promise<AcknowledgeOffer> {
    const claims = this.claimsOf(token);
    return this.em.fork().transactional(async (em) => {
      const episode = await em.findOne(Episode, { id: claims.episode }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const found = await find(em, claims);
      const offer = offerOf(found);
      if (offer.state !== 'open') return offer;
      const used = await em.execute<object[]>(USE, [claims.channel, claims.id]);
      if (used.length === 0) throw new Problem('not_found', 'This link has already been used');
      const text = found.user_id === null ? { text: 'Through the link in a message' } : {};
      if (episode && takeEpisode(em, episode, { userId: found.user_id, ...text }, new Date()))
        await publishEpisode(em, episode);
      return { ...offer, state: 'acknowledged' };
    });
  }

  private claimsOf(token: string): AcknowledgeClaims {
    const claims = readAcknowledgeToken(this.config, token);
    if (claims === null) throw new Problem('not_found', GONE);
    return claims;
  }
}

async function find(em: EntityManager, { episode, channel }: AcknowledgeClaims): Promise<Found> {
  const [found] = await em.execute<Found[]>(FIND, [channel, episode]);
  if (!found) throw new Problem('not_found', GONE);
  return found;
}

const offerOf = (found: Found): AcknowledgeOffer => {
  const at = new Date(found.first_failure_at).toISOString();
  const isOver = found.state === 'closed' || found.state === 'expired';
  return {
    title: `${found.event_name} of ${found.integration ?? 'an integration'} is failing`,
    text: 'If you take it, your reminders stop and others see that you are working on it.',
    organization: found.organization,
    at,
    state: isOver ? 'over' : found.acknowledged_at === null ? 'open' : 'acknowledged',
  };
};
