import { Injectable } from '@nestjs/common';

/** Contains whether this process has live viewers, who will request verdicts. The live module replaces `areThere`. */
@Injectable()
export class Watchers {
  areThere: () => boolean = () => false;
}
