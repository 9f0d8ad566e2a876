import { Injectable } from '@nestjs/common';

/** Reports whether this process has live viewers. The live module replaces `areThere`. */
@Injectable()
export class Watchers {
  areThere: () => boolean = () => false;
}
