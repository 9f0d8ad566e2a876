import { Module } from '@nestjs/common';
import { Forwarder } from './forwarder.ts';
import { Provisioner } from './provisioner.ts';

/** Kafka topics of integrations' own. */
@Module({ providers: [Provisioner, Forwarder] })
export class OwnTopicsModule {}
