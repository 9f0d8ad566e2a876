import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { TroubleController } from './trouble.controller.ts';
import { TroubleService } from './trouble.service.ts';

@Module({
  imports: [DirectoryModule],
  controllers: [TroubleController],
  providers: [TroubleService],
})
export class TroubleModule {}
