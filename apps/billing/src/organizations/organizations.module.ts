import { Module } from '@nestjs/common';
import { OrganizationsConsumer } from './organizations.consumer.ts';
import { OrganizationsService } from './organizations.service.ts';

@Module({
  controllers: [OrganizationsConsumer],
  providers: [OrganizationsService],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
