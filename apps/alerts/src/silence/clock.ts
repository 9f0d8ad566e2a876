import { Injectable } from '@nestjs/common';

/** Returns the current time. Tests replace this clock. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }
}
