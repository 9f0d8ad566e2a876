import { Injectable } from '@nestjs/common';

/** Tests replace this clock. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }
}
