import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { ConnectController } from './connect.controller.ts';
import { ConnectService } from './connect.service.ts';

@Module({ imports: [AccessModule], controllers: [ConnectController], providers: [ConnectService] })
export class ConnectModule {}
