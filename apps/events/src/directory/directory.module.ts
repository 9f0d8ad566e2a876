import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { sessionEnded, userChanged } from '@portico/contracts/events/identity';
import { integrationChanged, publisherChanged } from '@portico/contracts/events/integrations';
import { entitlementChanged, membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { privacyChanged } from '@portico/contracts/privacy/state';
import { QUARANTINE_TOPIC } from '@portico/contracts/events/quarantine';
import { followed, followedEnds, type Following, followStates, KAFKA, type Kafka } from '@portico/kafka';
import { crash, Readiness } from '@portico/service';
import { applyQuarantined } from '../quarantine/quarantined.ts';
import { Directory } from './directory.ts';
import { People } from './people.ts';

/** Compacted topics that every process reads before it validates events. */
export const DIRECTORY_TOPICS = [
  userChanged.topic,
  sessionEnded.topic,
  organizationChanged.topic,
  membershipChanged.topic,
  integrationChanged.topic,
  publisherChanged.topic,
  entitlementChanged.topic,
  privacyChanged.topic,
  QUARANTINE_TOPIC,
];

/** Maximum milliseconds that a decision waits for the directory while Kafka is slow. */
const CATCH_UP_TIMEOUT = 5_000;

/** Fills the directory from the beginning of the state topics, and keeps it up to date. */
export const followDirectory = (kafka: Kafka, directory: Directory, people = new People()): Promise<Following> =>
  followStates(kafka, 'events.directory', [
    followed(userChanged, (state) => {
      directory.revocations.apply(state);
      people.apply(state);
    }),
    followedEnds((session, endedAt) => directory.revocations.end(session, endedAt)),
    followed(organizationChanged, (state) => directory.applyOrganization(state)),
    followed(membershipChanged, (state) => directory.applyMembership(state)),
    followed(integrationChanged, (state, publishedAt) => directory.applyIntegration(state, publishedAt)),
    followed(publisherChanged, (state) => directory.applyPublisher(state)),
    followed(entitlementChanged, (state, publishedAt) => directory.limits.apply(state, publishedAt)),
    followed(privacyChanged, (state) => directory.applyPrivacy(state)),
    { topic: QUARANTINE_TOPIC, receive: applyQuarantined },
  ]);

@Injectable()
export class DirectoryFollower implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(DirectoryFollower.name);
  private following: Following | null = null;

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    private readonly directory: Directory,
    private readonly people: People,
    readiness: Readiness,
  ) {
    readiness.add('directory', () => this.isCaughtUp, 'names and memberships are still being read');
  }

  async onModuleInit(): Promise<void> {
    this.following = await followDirectory(this.kafka, this.directory, this.people);
    void this.following.ended.then(crash);
    await this.following.caughtUp; // so that the first request already rejects a revoked token
  }

  /** Whether the directory contains the state topics. Until then, names and memberships are missing. */
  get isCaughtUp(): boolean {
    return this.following?.isCaughtUp() ?? false;
  }

  /** Resolves when the directory contains every state that the topics contained at the start. */
  async caughtUp(): Promise<void> {
    await this.following?.caughtUp;
  }

  /**
   * Resolves when the directory contains every state that the topics contain now. Also resolves after {@link CATCH_UP_TIMEOUT}, or if
   * Kafka does not respond; decisions then use the states known so far.
   * @throws the signal's reason if it is aborted.
   */
  async catchUp(signal?: AbortSignal): Promise<void> {
    const over = sleep(CATCH_UP_TIMEOUT, undefined, { signal, ref: false }).catch(() => undefined);
    const reached = this.following?.reachEnd().catch((error: unknown) => {
      this.logger.warn(
        { error: String(error) },
        'reading the end offsets of the name topics failed, continuing with known names',
      );
    });
    await Promise.race([reached, over]);
    signal?.throwIfAborted();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.following?.stop();
  }
}

@Module({
  providers: [Directory, People, DirectoryFollower],
  exports: [Directory, People, DirectoryFollower],
})
export class DirectoryModule {}
