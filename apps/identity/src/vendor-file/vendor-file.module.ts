import { Module } from '@nestjs/common';
import { Passes, SignedLinks } from '@portico/service';
import { UsersModule } from '../users/users.module.ts';
import { VendorFileController } from './vendor-file.controller.ts';

@Module({ imports: [UsersModule], controllers: [VendorFileController], providers: [Passes, SignedLinks] })
export class VendorFileModule {}
