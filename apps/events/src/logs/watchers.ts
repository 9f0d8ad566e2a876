import { Injectable } from '@nestjs/common';

/** Whether somebody watches events live through this process, and so is going to ask. The live side says it. */
@Injectable()
export class Watchers {
  areThere: () => boolean = () => false;
}
