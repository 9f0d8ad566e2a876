import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Dependencies } from '@portico/service';
import type { GatewayConfig } from '../config.ts';
import { SERVICE_URLS } from './routes.ts';

/** Reports which services behind the gateway are ready. */
@Injectable()
export class ServiceChecks {
  constructor(@Inject(CONFIG) config: GatewayConfig, dependencies: Dependencies) {
    for (const name of SERVICE_URLS) {
      const address = config[name];
      if (address === undefined) continue;
      dependencies.add(name.replace('_URL', '').toLowerCase(), async () => {
        const answer = await fetch(new URL('/health/ready', address), { redirect: 'error' });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`/health/ready answers ${answer.status}`);
      });
    }
  }
}
