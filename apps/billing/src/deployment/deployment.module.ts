import { Global, Module } from '@nestjs/common';
import { DeploymentService } from './deployment.service.ts';

@Global()
@Module({ providers: [DeploymentService], exports: [DeploymentService] })
export class DeploymentModule {}
