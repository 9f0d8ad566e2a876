import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.ts';
import { VerdictCache } from './verdict-cache.ts';

@Module({ imports: [DirectoryModule], providers: [VerdictCache], exports: [VerdictCache] })
export class JudgeModule {}
