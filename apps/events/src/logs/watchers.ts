import { Injectable } from '@nestjs/common';

/** Reports whether this process has live viewers, so that its live view will request verdicts. The live module replaces `areThere`. */
@Injectable()
export class Watchers {
  areThere: () => boolean = () => false;
}
