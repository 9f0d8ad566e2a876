import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { concatMap, finalize, Observable } from 'rxjs';
import { inCall } from './audit-call.ts';
import { AuditTrail, callOf } from './audit-trail.ts';

/** Sends the response of an audited call after the call's entry is written. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly trail: AuditTrail) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const call = context.getType() === 'http' ? callOf(context.switchToHttp().getRequest<object>()) : undefined;
    if (!call) return next.handle();
    return new Observable((subscriber) => inCall(call, () => next.handle().subscribe(subscriber))).pipe(
      concatMap(async (answer) => {
        await this.trail.record(call);
        return answer;
      }),
      finalize(() => {
        call.isOver = true;
      }),
    );
  }
}
