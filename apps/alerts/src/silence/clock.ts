import { Injectable } from '@nestjs/common';

/** The current time. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }
}
