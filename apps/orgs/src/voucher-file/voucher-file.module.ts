import { Module } from '@nestjs/common';
import { Passes, SignedLinks } from '@portico/service';
import { VoucherFileController } from './voucher-file.controller.ts';

@Module({ controllers: [VoucherFileController], providers: [Passes, SignedLinks] })
export class VoucherFileModule {}
