import { Module } from '@nestjs/common';
import { keyChanged, keyUsed } from '@portico/contracts/events/integrations';
import { TEST_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { QuarantineModule } from '../quarantine/quarantine.ts';
import { DirectoryModule } from '../directory/directory.module.ts';
import { BodyReader } from './body/body-reader.ts';
import { HookDirectory } from './keys/hook-directory.ts';
import { HookEndpoint } from './hooks/hook.endpoint.ts';
import { IngestEndpoints } from './ingest.endpoints.ts';
import { IngestService } from './ingest.service.ts';
import { KeyDirectory } from './keys/key-directory.ts';
import { KeyFollower } from './keys/key-follower.ts';
import { KeyUses } from './keys/key-uses.ts';
import { Forwarder } from './own-topics/forwarder.ts';
import { Provisioner } from './own-topics/provisioner.ts';
import { DoorProducer } from './publish/door-producer.ts';
import { Room } from './publish/room.ts';
import { Quotas } from './quota/quotas.ts';
import { Usage } from './quota/usage.ts';
import { UsageExchange } from './quota/usage-exchange.ts';

/** Topics that this module uses, in addition to the topics of events. */
export const DOOR_TOPICS = [keyChanged.topic, keyUsed.topic, TEST_EVENTS_TOPIC];

@Module({
  imports: [DirectoryModule, QuarantineModule],
  providers: [
    { provide: Usage, useFactory: () => new Usage() },
    UsageExchange,
    Quotas,
    KeyDirectory,
    HookDirectory,
    KeyFollower,
    KeyUses,
    DoorProducer,
    Room,
    BodyReader,
    IngestService,
    IngestEndpoints,
    HookEndpoint,
    Forwarder,
    Provisioner,
  ],
})
export class DoorsModule {}
