import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { OrganizationsConsumer } from './organizations.consumer.ts';

@Module({ imports: [UsersModule, SessionsModule], controllers: [OrganizationsConsumer] })
export class OrganizationsModule {}
