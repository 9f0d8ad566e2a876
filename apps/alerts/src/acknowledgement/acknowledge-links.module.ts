import { Module } from '@nestjs/common';
import { AcknowledgeLinks } from './acknowledge-links.ts';

@Module({ providers: [AcknowledgeLinks], exports: [AcknowledgeLinks] })
export class AcknowledgeLinksModule {}
