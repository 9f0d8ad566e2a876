import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.ts';
import { OrganizationsConsumer } from './organizations.consumer.ts';

@Module({ imports: [UsersModule], controllers: [OrganizationsConsumer] })
export class OrganizationsModule {}
