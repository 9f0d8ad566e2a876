import { Module } from '@nestjs/common';
import { DirectoryModule } from '../../directory/directory.module.ts';
import { Admission } from './admission.ts';

@Module({ imports: [DirectoryModule], providers: [Admission], exports: [Admission] })
export class AdmissionModule {}
