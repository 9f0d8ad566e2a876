import { Injectable } from '@nestjs/common';

/** Whether this process has live viewers, who will request verdicts. The live side updates it. */
@Injectable()
export class Watchers {
  areThere: () => boolean = () => false;
}
