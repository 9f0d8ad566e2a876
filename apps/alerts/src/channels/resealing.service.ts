import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Channel } from './store/channel.entity.ts';
import { ChannelSecrets } from './store/channel-secrets.ts';

/** Encrypts all channels again with the new secret, so that the operator can remove the earlier secret. */
@Injectable()
export class ResealingService implements OnApplicationBootstrap {
  private readonly logger = new Logger(ResealingService.name);

  constructor(
    private readonly em: EntityManager,
    private readonly secrets: ChannelSecrets,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const rows = await this.em.fork().find(Channel, {}, { fields: ['id', 'sealed', 'sealedPrevious'] });
    const stale = rows.filter(({ sealed, sealedPrevious }) =>
      [sealed, sealedPrevious ?? sealed].some((one) => !this.secrets.isCurrent(one)),
    );
    for (const { id } of stale) await this.reseal(id);
    if (stale.length > 0)
      this.logger.log({ channels: stale.length }, 'channel targets re-encrypted with the current secret');
  }

  private async reseal(id: number): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await em.execute('select id from channels where id = ? for update', [id]);
      const channel = await em.findOne(Channel, { id });
      if (!channel) return;
      channel.sealed = this.secrets.seal(this.secrets.open(channel.sealed));
      if (channel.sealedPrevious)
        channel.sealedPrevious = this.secrets.seal(this.secrets.openSecret(channel.sealedPrevious));
    });
  }
}
