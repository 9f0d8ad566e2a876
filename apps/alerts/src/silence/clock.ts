import { Injectable } from '@nestjs/common';

/** What time it is. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }
}
