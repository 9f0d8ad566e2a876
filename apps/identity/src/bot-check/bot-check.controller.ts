import { Body, Controller } from '@nestjs/common';
import { BotCheck, type BotCheckPassed, checkBot } from '@portico/contracts/http/identity';
import { Public, Serve } from '@portico/service';
import { BotCheckService } from './bot-check.service.ts';

@Controller()
export class BotCheckController {
  constructor(private readonly botCheck: BotCheckService) {}

  @Public()
  @Serve(checkBot)
  check(@Body({ schema: BotCheck }) { token }: BotCheck): Promise<BotCheckPassed> {
    return this.botCheck.check(token);
  }
}
